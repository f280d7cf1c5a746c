//! A copy of the book's sources and the press over it, for tests that spoil it.

#![allow(dead_code, reason = "no test file uses all of it")]

#[path = "real.rs"]
pub mod real;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A copy of the book's sources, in a temporary folder that goes with it.
pub struct Copy {
    _folder: TempDir,
    pub root: PathBuf,
}

impl Copy {
    /// The English and the Russian book: enough for most, and built sooner.
    pub fn new() -> Self {
        Self::of(&["en", "ru"], "")
    }

    /// The English book alone.
    pub fn english() -> Self {
        Self::of(&["en"], "")
    }

    /// All five books.
    pub fn whole() -> Self {
        Self::of(&real::LOCALES, "")
    }

    /// Some of the books, in a folder of this name.
    pub fn of(locales: &[&str], name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join(name);
        real::copy(&root, locales);
        Self {
            _folder: folder,
            root,
        }
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root.join(name)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_press"));
        command.current_dir(&self.root).args(arguments);
        command
    }

    pub fn press(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed, and returns what it prints.
    #[track_caller]
    pub fn does(&self, arguments: &[&str]) -> String {
        let output = self.press(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must fail, and returns what it says.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let output = self.press(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn text(&self, name: impl AsRef<Path>) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub fn append(&self, name: &str, bytes: &[u8]) {
        let mut all = fs::read(self.path(name)).unwrap();
        all.extend_from_slice(bytes);
        fs::write(self.path(name), all).unwrap();
    }

    /// The folders of builds that did not end.
    pub fn left_over(&self) -> Vec<PathBuf> {
        left_over(&self.root)
    }
}

/// The folders in `parent` of builds that did not end.
pub fn left_over(parent: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(parent).unwrap().map(|one| one.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths
        .filter(|path| name(path).starts_with(".site-"))
        .collect()
}
