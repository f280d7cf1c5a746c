//! A book and the press over it, for tests that spoil it: a small one, or a copy of the real one.

#![allow(dead_code, reason = "no test file uses all of it")]

#[path = "real.rs"]
pub mod real;
#[path = "small.rs"]
mod small;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A book's sources, in a temporary folder that goes with it.
pub struct Copy {
    _folder: TempDir,
    pub root: PathBuf,
}

impl Copy {
    /// The small book, in English and Russian: enough for whatever does not
    /// depend on what the chapters say, and built in no time.
    pub fn small() -> Self {
        Self::small_in("")
    }

    /// The small book in a folder of this name.
    pub fn small_in(name: &str) -> Self {
        let copy = Self::empty(name);
        small::write(&copy.root);
        for slug in small::CHAPTERS {
            copy.does(&["reviewed", "ru", slug]);
        }
        copy
    }

    /// The real book, in all its languages.
    pub fn whole() -> Self {
        Self::real(&real::LOCALES)
    }

    /// The real book in some of its languages: its build takes long enough to
    /// be met halfway.
    pub fn real(locales: &[&str]) -> Self {
        let copy = Self::empty("");
        real::copy(&copy.root, locales);
        copy
    }

    fn empty(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join(name);
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
