//! Where things stand: the root, the locales, the chapters and their files.

use std::path::{Path, PathBuf};

use mdbook_driver::config::Config;
use mdbook_summary::{Summary, SummaryItem, parse_summary};

use crate::fault::{Fault, Faults};
use crate::locale::{Locale, SOURCE, not_utf8};

/// A chapter in the one order that `src/en/SUMMARY.md` gives.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The file's stem, the same in every locale.
    pub slug: String,
    /// The link's text in SUMMARY.md.
    pub title: String,
}

/// The sources of the book.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder that holds `book.toml`.
    pub root: PathBuf,
    /// English first, then the others by tag.
    pub locales: Vec<Locale>,
    /// All chapters, in order.
    pub entries: Vec<Entry>,
    /// The parts' English titles, in order.
    pub parts: Vec<String>,
}

impl Project {
    /// Reads the configuration, the locales and the order of chapters.
    ///
    /// All that is wrong with them comes back at once.
    pub fn load(root: &Path) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let config = load_config(root).map_err(|fault| faults.push(fault)).ok();
        let locales = load_locales(root, &mut faults);
        let summary = load_summary(root).map_err(|fault| faults.push(fault)).ok();
        let (Some(_), Some(summary), 0) = (config, summary, faults.errors()) else {
            faults.settle();
            return Err(faults);
        };
        let (mut entries, mut parts) = (Vec::new(), Vec::new());
        for item in summary
            .prefix_chapters
            .iter()
            .chain(&summary.numbered_chapters)
            .chain(&summary.suffix_chapters)
        {
            collect(item, &mut entries, &mut parts);
        }
        Ok(Self {
            root: root.to_owned(),
            locales,
            entries,
            parts,
        })
    }

    /// The locale with this tag.
    pub fn locale(&self, tag: &str) -> Option<&Locale> {
        self.locales.iter().find(|locale| locale.tag == tag)
    }

    /// A chapter's file in a locale, relative to the root.
    pub fn path(tag: &str, slug: &str) -> PathBuf {
        Path::new("src").join(tag).join(format!("{slug}.md"))
    }

    /// A chapter's text in a locale: `None` if the locale lacks it.
    pub fn text(&self, tag: &str, slug: &str) -> Result<Option<String>, Fault> {
        read_text(&self.root, &Self::path(tag, slug))
    }

    /// The book's title in a locale's words, for the page's head.
    pub fn config(&self, locale: &Locale) -> Result<Config, Fault> {
        let mut config = load_config(&self.root)?;
        config.book.language = Some(locale.tag.clone());
        config.book.title = Some(locale.string("book", "title").to_owned());
        config.book.description = Some(locale.string("book", "description").to_owned());
        Ok(config)
    }
}

/// Reads a text file under the root: `None` if it does not exist.
pub fn read_text(root: &Path, path: &Path) -> Result<Option<String>, Fault> {
    let bytes = match std::fs::read(root.join(path)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(Fault::file(
                path,
                "unreadable",
                format!("cannot be read: {error}"),
                "mend the file's permissions or replace the folder by a file",
            ));
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(error) => Err(not_utf8(path, &error)),
    }
}

fn load_config(root: &Path) -> Result<Config, Fault> {
    let path = Path::new("book.toml");
    let text = read_text(root, path)?.ok_or_else(|| {
        Fault::file(
            path,
            "missing-book-toml",
            "there is no book.toml here",
            "run the command in the project's folder",
        )
    })?;
    without_stock_search(&text)
        .parse::<Config>()
        .map_err(|error| {
            let span = text.parse::<toml::Table>().err().and_then(|e| e.span());
            Fault::at(
                path,
                &text,
                span.unwrap_or_default(),
                "malformed-book-toml",
                format!("{error:#}")
                    .lines()
                    .last()
                    .unwrap_or_default()
                    .trim(),
                "mend the line; mdBook's own documentation lists the keys",
            )
        })
}

/// Our mdBook is built without its search, and complains of a table that the
/// stock tool needs to leave its own out. A malformed text stays as it is.
fn without_stock_search(text: &str) -> String {
    let Ok(mut table) = text.parse::<toml::Table>() else {
        return text.to_owned();
    };
    let html = table
        .get_mut("output")
        .and_then(|output| output.get_mut("html"))
        .and_then(toml::Value::as_table_mut);
    if let Some(html) = html {
        html.remove("search");
    }
    table.to_string()
}

fn load_locales(root: &Path, faults: &mut Faults) -> Vec<Locale> {
    let mut tags: Vec<String> = match std::fs::read_dir(root.join("src")) {
        Ok(entries) => entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect(),
        Err(error) => {
            faults.push(Fault::file(
                "src",
                "missing-sources",
                format!("the folder of the sources cannot be read: {error}"),
                "run the command in the project's folder",
            ));
            return Vec::new();
        }
    };
    tags.sort_by_key(|tag| (tag != SOURCE, tag.clone()));
    let mut locales = Vec::new();
    for tag in tags {
        match Locale::load(root, &tag) {
            Ok(locale) => locales.push(locale),
            Err(fault) => faults.push(fault),
        }
    }
    locales
}

/// The path of the one order of chapters.
pub const SUMMARY: &str = "src/en/SUMMARY.md";

fn load_summary(root: &Path) -> Result<Summary, Fault> {
    let text = read_text(root, Path::new(SUMMARY))?.ok_or_else(|| {
        Fault::file(
            SUMMARY,
            "missing-summary",
            "there is no list of chapters",
            "restore src/en/SUMMARY.md",
        )
    })?;
    parse_summary(&text).map_err(|error| {
        Fault::file(
            SUMMARY,
            "malformed-summary",
            format!("{error:#}"),
            "write one `- [Title](slug.md)` line for each chapter",
        )
    })
}

fn collect(item: &SummaryItem, entries: &mut Vec<Entry>, parts: &mut Vec<String>) {
    match item {
        SummaryItem::Link(link) => {
            if let Some(location) = &link.location {
                entries.push(Entry {
                    slug: location.with_extension("").display().to_string(),
                    title: link.name.clone(),
                });
            }
            for nested in &link.nested_items {
                collect(nested, entries, parts);
            }
        }
        SummaryItem::PartTitle(title) => parts.push(title.clone()),
        _ => {}
    }
}
