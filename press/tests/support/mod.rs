//! A small clean book in a folder of its own, to be spoilt and checked.
//!
//! `tests/fixture/` holds one of everything that a chapter may have, in
//! English and in Russian. A test spoils one thing and says which faults that
//! makes, all of them: `src/ru/beta.md:3 error[missing-card]`.

use std::fs;
use std::path::{Path, PathBuf};

use press::check;
use press::fault::Faults;
use press::sections;
use tempfile::TempDir;
use walkdir::WalkDir;

/// A copy of the fixture.
pub struct Book {
    folder: TempDir,
}

impl Book {
    /// The book as it is: nothing is wrong with it.
    pub fn new() -> Self {
        let book = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
        for entry in WalkDir::new(&fixture) {
            let entry = entry.expect("the fixture can be read");
            let path = entry
                .path()
                .strip_prefix(&fixture)
                .expect("below the fixture");
            if entry.file_type().is_file() {
                book.write_bytes(
                    &path.to_string_lossy(),
                    &fs::read(entry.path()).expect("a file"),
                );
            }
        }
        for slug in ["alpha", "beta"] {
            let stamp = sections::stamp(&book.read(&format!("src/en/{slug}.md")));
            let path = format!("src/ru/{slug}.md");
            book.write(&path, &format!("{stamp}\n{}", book.read(&path)));
        }
        book
    }

    /// The English book alone.
    pub fn english() -> Self {
        let book = Self::new();
        fs::remove_dir_all(book.path("src/ru")).expect("the Russian book");
        book
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn write(&self, path: &str, text: &str) {
        self.write_bytes(path, text.as_bytes());
    }

    pub fn write_bytes(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    }

    /// Puts `new` in for the first `old` of a file.
    pub fn replace(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{path} has no {old:?}");
        self.write(path, &text.replacen(old, new, 1));
    }

    /// Adds to the end of a file.
    pub fn append(&self, path: &str, text: &str) {
        self.write(path, &(self.read(path) + text));
    }

    pub fn faults(&self) -> Faults {
        check::load_and_check(self.root()).1
    }

    /// Fails unless these are the faults. Each is given as `path:needle rule`:
    /// the needle is a text in the line of the fault, empty for the file as a
    /// whole. A rule of warnings begins with `?`.
    #[track_caller]
    pub fn has(&self, expected: &[(&str, &str, &str)]) {
        let faults = self.faults();
        let found: Vec<String> = faults
            .0
            .iter()
            .map(|fault| {
                let level = if fault.warning { "?" } else { "" };
                assert!(
                    !fault.mend.is_empty() && !fault.mend.contains('\n'),
                    "{fault}"
                );
                format!(
                    "{}:{} {level}{}",
                    fault.path.display(),
                    fault.line,
                    fault.rule
                )
            })
            .collect();
        let mut wanted: Vec<String> = expected
            .iter()
            .map(|(path, needle, rule)| format!("{path}:{} {rule}", self.line(path, needle)))
            .collect();
        wanted.sort();
        let mut sorted = found;
        sorted.sort();
        assert_eq!(sorted, wanted, "\n{}", faults.render(self.root()));
    }

    fn line(&self, path: &str, needle: &str) -> usize {
        if needle.is_empty() {
            return 0;
        }
        let text = self.read(path);
        let at = text
            .find(needle)
            .unwrap_or_else(|| panic!("{path} has no {needle:?}"));
        1 + text[..at].matches('\n').count()
    }
}
