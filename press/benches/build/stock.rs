//! The stock mdBook, as whoever installed it has it, and books for it.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use press::book;
use press::locale::Locale;
use press::project::{Project, SUMMARY};
use tempfile::TempDir;

/// The command `mdbook`.
pub struct Stock {
    command: OsString,
    version: String,
}

impl Stock {
    /// The one that the variable MDBOOK names, or that is on PATH.
    pub fn find() -> Option<Self> {
        let command = std::env::var_os("MDBOOK").unwrap_or_else(|| "mdbook".into());
        let output = Command::new(&command).arg("--version").output().ok()?;
        let version = String::from_utf8(output.stdout).ok()?.trim().to_owned();
        let found = output.status.success();
        found.then_some(Self { command, version })
    }

    /// What it calls itself.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A book of a locale's chapters with everything included in them, for
    /// mdBook as it comes: no preprocessor and no theme of ours.
    pub fn book(&self, project: &Project, locale: &Locale) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let sources = folder.path().join("src");
        fs::create_dir(&sources).unwrap();
        fs::copy(project.root.join(SUMMARY), sources.join("SUMMARY.md")).unwrap();
        for chapter in book::included(project, locale).unwrap() {
            let path = sources.join(format!("{}.md", chapter.slug));
            fs::write(path, chapter.markdown).unwrap();
        }
        let title = toml::Value::from(locale.string("book", "title"));
        let config = format!(
            "[book]\ntitle = {title}\nlanguage = \"{}\"\n\n[rust]\nedition = \"2024\"\n",
            locale.tag
        );
        fs::write(folder.path().join("book.toml"), config).unwrap();
        folder
    }

    /// A command of it over a book.
    pub fn command(&self, name: &str, book: &Path) -> Command {
        let mut command = Command::new(&self.command);
        command.arg(name).arg(book);
        command
    }

    /// Builds a book, with its search index or without.
    pub fn build(&self, book: &TempDir, search: bool) -> Duration {
        let mut command = self.command("build", book.path());
        command.env("MDBOOK_OUTPUT__HTML__SEARCH__ENABLE", search.to_string());
        let start = Instant::now();
        let output = command.output().unwrap();
        let took = start.elapsed();
        assert!(output.status.success(), "{output:?}");
        took
    }
}
