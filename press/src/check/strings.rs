//! Interface strings: each locale has the English keys and placeholders.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use toml::Spanned;

use super::sources::Sources;
use crate::fault::{Fault, Faults};
use crate::locale::strings_path;
use crate::project::read_text;

/// A locale's strings with their places.
struct File {
    tag: String,
    text: String,
    tables: BTreeMap<Spanned<String>, BTreeMap<Spanned<String>, String>>,
}

/// Every locale.toml against the English one.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    let english = sources.english.locale;
    for book in sources.books() {
        let Some(file) = File::read(sources, &book.locale.tag) else {
            continue;
        };
        for (table, entries) in &file.tables {
            for (key, value) in entries {
                let name = format!("{}.{}", table.get_ref(), key.get_ref());
                if value.trim().is_empty() {
                    let message = format!("the string `{name}` is empty");
                    faults.push(file.fault(
                        key,
                        "empty-string",
                        message,
                        "write the words between the quotes",
                    ));
                    continue;
                }
                match english.strings.get(table.get_ref(), key.get_ref()) {
                    None => {
                        let message = format!("the English file has no string `{name}`");
                        faults.push(file.fault(key, "extra-string", message, "remove the line"));
                    }
                    Some(original) => faults
                        .0
                        .extend(file.placeholders(key, &name, value, original)),
                }
            }
        }
        for (table, entries) in &english.strings.0 {
            let Some(own) = book.locale.strings.0.get(table) else {
                faults.push(file.without_table(table, entries.len()));
                continue;
            };
            for (key, original) in entries.iter().filter(|(key, _)| !own.contains_key(*key)) {
                faults.push(file.missing(table, key, original));
            }
        }
    }
}

impl File {
    fn read(sources: &Sources<'_>, tag: &str) -> Option<Self> {
        let text = read_text(&sources.project.root, &strings_path(tag))
            .ok()
            .flatten()?;
        Some(Self {
            tag: tag.to_owned(),
            tables: toml::from_str(&text).ok()?,
            text,
        })
    }

    fn fault(
        &self,
        key: &Spanned<String>,
        rule: &'static str,
        message: String,
        mend: impl Into<String>,
    ) -> Fault {
        Fault::at(
            strings_path(&self.tag),
            &self.text,
            key.span(),
            rule,
            message,
            mend,
        )
    }

    fn without_table(&self, table: &str, strings: usize) -> Fault {
        Fault::file(
            strings_path(&self.tag),
            "missing-string",
            format!("[{table}] is missing, with its {strings} strings"),
            "copy this part from src/en/locale.toml and put it into your language",
        )
    }

    fn missing(&self, table: &str, key: &str, original: &str) -> Fault {
        let message = format!("the string `{table}.{key}` is missing (English: “{original}”)");
        let header = format!("[{table}]");
        let mend = format!("add a line `{key} = \"…\"` below {header}");
        // Comments name tables too.
        let mut lines = self.text.match_indices(&header);
        let line = lines.find(|(at, _)| *at == 0 || self.text[..*at].ends_with('\n'));
        match line {
            Some((at, _)) => Fault::at(
                strings_path(&self.tag),
                &self.text,
                at..at + header.len(),
                "missing-string",
                message,
                mend,
            ),
            None => Fault::file(strings_path(&self.tag), "missing-string", message, mend),
        }
    }

    fn placeholders(
        &self,
        key: &Spanned<String>,
        name: &str,
        value: &str,
        original: &str,
    ) -> Option<Fault> {
        let (own, wanted) = (placeholders(value), placeholders(original));
        (own != wanted).then(|| {
            let wanted: Vec<&str> = wanted.into_iter().collect();
            let mend = match wanted.as_slice() {
                [] => "take what stands in braces away".to_owned(),
                wanted => format!("use each of these: {}", wanted.join(" ")),
            };
            let message = format!("`{name}` has other placeholders than the English “{original}”");
            self.fault(key, "wrong-placeholders", message, mend)
        })
    }
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\{[A-Za-z0-9_]*\}").expect("a constant pattern is well formed")
    });
    PLACEHOLDER
        .find_iter(text)
        .map(|found| found.as_str())
        .collect()
}
