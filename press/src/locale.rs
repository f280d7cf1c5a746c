//! A locale: a folder under `src/` with a `locale.toml` in it.
//!
//! The folder is the registration. Everything that needs the list of
//! languages (picker, checks, tests, status) derives it from here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::fault::{Fault, line_of};

/// The locale whose text is the source of the others.
pub const SOURCE: &str = "en";

/// The words of `locale.toml`: each table maps a key to a string.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Strings(pub BTreeMap<String, BTreeMap<String, String>>);

impl Strings {
    /// A string, or `None`.
    pub fn get(&self, table: &str, key: &str) -> Option<&str> {
        self.0.get(table)?.get(key).map(String::as_str)
    }
}

/// One language of the book.
#[derive(Debug, Clone)]
pub struct Locale {
    /// The folder's name and the BCP 47 tag: `pt-BR`.
    pub tag: String,
    /// Its own strings.
    pub strings: Strings,
    /// English strings, for those that are missing here.
    fallback: Strings,
}

impl Locale {
    /// Reads `src/<tag>/locale.toml`, with English behind it.
    pub fn load(root: &Path, tag: &str) -> Result<Self, Fault> {
        let strings = read(root, tag)?;
        let fallback = if tag == SOURCE {
            strings.clone()
        } else {
            read(root, SOURCE)?
        };
        Ok(Self {
            tag: tag.to_owned(),
            strings,
            fallback,
        })
    }

    /// A locale with these strings and nothing behind them.
    #[cfg(test)]
    pub(crate) fn of(tag: &str, strings: Strings) -> Self {
        Self {
            tag: tag.to_owned(),
            fallback: strings.clone(),
            strings,
        }
    }

    /// A string of this locale; English if it is missing, the key if that is
    /// missing too (the gates see both).
    pub fn string<'a>(&'a self, table: &str, key: &'a str) -> &'a str {
        self.strings
            .get(table, key)
            .or_else(|| self.fallback.get(table, key))
            .unwrap_or(key)
    }

    /// An interface string.
    pub fn ui<'a>(&'a self, key: &'a str) -> &'a str {
        self.string("ui", key)
    }

    /// The language's own name.
    pub fn name(&self) -> &str {
        self.string("book", "name")
    }

    /// Whether this is the language that the others are made from.
    pub fn is_source(&self) -> bool {
        self.tag == SOURCE
    }

    /// The translation of a part's title, found by its English wording.
    pub fn part(&self, english: &str) -> Option<&str> {
        let parts = self.fallback.0.get("parts")?;
        let (key, _) = parts.iter().find(|(_, title)| *title == english)?;
        Some(self.string("parts", key))
    }

    /// Groups a number's digits as the language does (CLDR data).
    ///
    /// What is no plain number is returned as it is.
    pub fn number(&self, digits: &str) -> String {
        let formatted = || {
            let tag = self.tag.parse::<icu_locale_core::Locale>().ok()?;
            let number = digits.parse::<fixed_decimal::Decimal>().ok()?;
            let formatter =
                icu_decimal::DecimalFormatter::try_new(tag.into(), Default::default()).ok()?;
            Some(formatter.format(&number).to_string())
        };
        formatted().unwrap_or_else(|| digits.to_owned())
    }
}

/// The path of a locale's `locale.toml`, relative to the root.
pub fn strings_path(tag: &str) -> PathBuf {
    Path::new("src").join(tag).join("locale.toml")
}

fn read(root: &Path, tag: &str) -> Result<Strings, Fault> {
    let path = strings_path(tag);
    let bytes = std::fs::read(root.join(&path)).map_err(|error| {
        Fault::file(
            &path,
            "missing-locale-toml",
            format!("the folder src/{tag} has no readable locale.toml: {error}"),
            format!(
                "write it (`cargo run -- locale add {tag} NAME` makes one) or remove the folder"
            ),
        )
    })?;
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(&path, &error))?;
    toml::from_str(&text).map_err(|error| {
        Fault::at(
            &path,
            &text,
            error.span().unwrap_or_default(),
            "malformed-locale-toml",
            error.message().to_owned(),
            "write `key = \"text\"` lines under a `[table]`, as src/en/locale.toml does",
        )
    })
}

/// The fault of a file that is not UTF-8.
pub fn not_utf8(path: &Path, error: &std::string::FromUtf8Error) -> Fault {
    let valid = error.utf8_error().valid_up_to();
    Fault {
        line: line_of(error.as_bytes(), valid),
        ..Fault::file(
            path,
            "invalid-utf8",
            format!("byte {valid} is not UTF-8 text"),
            "save the file as UTF-8 in your editor",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locale(tag: &str) -> Locale {
        Locale::of(tag, Strings::default())
    }

    #[test]
    fn numbers_are_grouped_as_the_language_does() {
        assert_eq!(locale("en").number("16384"), "16,384");
        assert_eq!(locale("pt-BR").number("16384"), "16.384");
        assert_eq!(locale("ru").number("16384"), "16\u{a0}384");
        assert_eq!(locale("es").number("1024"), "1024");
        assert_eq!(locale("it").number("0.5"), "0,5");
        assert_eq!(locale("en").number("E0277"), "E0277");
    }
}
