//! A copy of the book's sources, for tests that spoil it.

#![allow(dead_code, reason = "no test file uses all of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A copy of the book's sources.
pub struct Copy(pub TempDir);

impl Copy {
    /// The English and the Russian book: enough for most, and built sooner.
    pub fn new() -> Self {
        let copy = Self::whole();
        for locale in ["es", "it", "pt-BR"] {
            fs::remove_dir_all(copy.path("src").join(locale)).unwrap();
        }
        copy
    }

    /// All five books.
    pub fn whole() -> Self {
        let copy = Self(tempfile::tempdir().unwrap());
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for part in ["src", "listings", "theme"] {
            for entry in walkdir::WalkDir::new(root.join(part)) {
                let entry = entry.unwrap();
                if entry.file_type().is_file() {
                    let name = entry.path().strip_prefix(&root).unwrap();
                    fs::create_dir_all(copy.path(name).parent().unwrap()).unwrap();
                    fs::copy(entry.path(), copy.path(name)).unwrap();
                }
            }
        }
        for name in [
            "book.toml",
            "Cargo.toml",
            "Cargo.lock",
            "CHANGELOG.md",
            "LICENSE-MIT",
            "rust-toolchain.toml",
        ] {
            fs::copy(root.join(name), copy.path(name)).unwrap();
        }
        copy
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn press(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_press"))
            .current_dir(self.0.path())
            .args(arguments)
            .output()
            .unwrap()
    }

    /// Runs a command that must fail, and returns what it says.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let output = self.press(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn append(&self, name: &str, bytes: &[u8]) {
        let mut all = fs::read(self.path(name)).unwrap();
        all.extend_from_slice(bytes);
        fs::write(self.path(name), all).unwrap();
    }

    /// No folder of a build that did not end.
    pub fn left_over(&self) -> Vec<PathBuf> {
        fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.file_name()
                    .unwrap()
                    .to_string_lossy()
                    .starts_with(".site-")
            })
            .collect()
    }
}
