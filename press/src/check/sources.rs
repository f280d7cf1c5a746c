//! Everything the gates look at: each file is read once and scanned once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use regex::Regex;
use walkdir::{DirEntry, WalkDir};

use super::facts::FactSources;
use crate::fault::{Fault, Faults, line_of};
use crate::locale::Locale;
use crate::markdown::{Document, scan};
use crate::project::{Project, read_text};
use crate::workers::joined;

/// The sources of all books.
pub struct Sources<'a> {
    /// Where they stand.
    pub project: &'a Project,
    /// The book that the others are made from.
    pub english: Book<'a>,
    /// The translations, by tag.
    pub translations: Vec<Book<'a>>,
    /// The files under `listings/`.
    pub listings: Listings,
    /// The facts as `facts.toml` names them.
    pub facts: FactSources,
}

impl<'a> Sources<'a> {
    /// Reads everything; what cannot be read is a fault. `None` without locales.
    pub fn read(project: &'a Project, faults: &mut Faults) -> Option<Self> {
        let (english, others) = project.locales.split_first()?;
        let (english, translations) = thread::scope(|scope| {
            let read = |locale: &'a Locale| scope.spawn(|| Book::read(project, locale));
            let (english, others) = (read(english), others.iter().map(read).collect::<Vec<_>>());
            let others: Vec<_> = others.into_iter().map(joined).collect();
            (joined(english), others)
        });
        let mut keep = |(book, own): (Book<'a>, Faults)| {
            faults.0.extend(own.0);
            book
        };
        Some(Self {
            english: keep(english),
            translations: translations.into_iter().map(keep).collect(),
            listings: Listings::read(&project.root, faults),
            facts: FactSources::read(&project.root),
            project,
        })
    }

    /// All books, English first.
    pub fn books(&self) -> impl Iterator<Item = &Book<'a>> {
        [&self.english].into_iter().chain(&self.translations)
    }

    /// All chapters of all books.
    pub fn chapters(&self) -> impl Iterator<Item = (&Book<'a>, &Chapter)> {
        self.books()
            .flat_map(|book| book.chapters.iter().map(move |chapter| (book, chapter)))
    }

    /// Whether a chapter may include this file, given from the root.
    pub fn has_file(&self, path: &str) -> bool {
        self.listings.files.contains_key(path) || self.project.root.join(path).is_file()
    }
}

/// One locale's chapters.
pub struct Book<'a> {
    /// The language.
    pub locale: &'a Locale,
    /// Those that it has, in the order of the book.
    pub chapters: Vec<Chapter>,
}

impl<'a> Book<'a> {
    fn read(project: &Project, locale: &'a Locale) -> (Self, Faults) {
        let (mut chapters, mut faults) = (Vec::new(), Faults::default());
        for entry in &project.entries {
            match project.text(&locale.tag, &entry.slug) {
                Ok(Some(text)) => {
                    let path = Project::path(&locale.tag, &entry.slug);
                    chapters.push(Chapter::new(&entry.slug, path, text, &mut faults));
                }
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
        }
        (Self { locale, chapters }, faults)
    }

    /// A chapter by its slug.
    pub fn chapter(&self, slug: &str) -> Option<&Chapter> {
        self.chapters.iter().find(|chapter| chapter.slug == slug)
    }
}

/// A chapter's file in one language. Places are bytes of the file.
pub struct Chapter {
    /// The file's stem.
    pub slug: String,
    /// The file, from the root.
    pub path: PathBuf,
    /// The whole file, the stamp of a translation included: it is a comment.
    pub text: String,
    /// The structure of the text.
    pub doc: Document,
}

impl Chapter {
    fn new(slug: &str, path: PathBuf, text: String, faults: &mut Faults) -> Self {
        if let Some(at) = text.find("\r\n") {
            let fault = Fault::at(
                &path,
                &text,
                at..at,
                "line-ends",
                "the lines end as on Windows (CRLF)",
                "choose the line ending LF in your editor and save the file",
            );
            faults.push(fault.as_warning());
        }
        let text = match text.strip_prefix('\u{feff}') {
            None => text,
            Some(rest) => {
                faults.push(Fault {
                    line: 1,
                    ..Fault::file(
                        &path,
                        "byte-order-mark",
                        "the file begins with a byte order mark, which hides its first line",
                        "save the file as UTF-8 without a byte order mark (BOM)",
                    )
                });
                rest.to_owned()
            }
        };
        Self {
            slug: slug.to_owned(),
            doc: scan(&text),
            path,
            text,
        }
    }

    /// A fault in this file.
    pub fn fault(
        &self,
        span: &Range<usize>,
        rule: &'static str,
        message: impl Into<String>,
        mend: impl Into<String>,
    ) -> Fault {
        Fault::at(&self.path, &self.text, span.clone(), rule, message, mend)
    }

    /// `src/en/poll.md:42`, for a message about another file.
    pub fn place(&self, at: usize) -> String {
        format!("{}:{}", self.path.display(), line_of(&self.text, at))
    }
}

/// A file under `listings/`.
pub struct ListingFile {
    /// The whole text.
    pub text: String,
    /// Where anchors begin and end.
    pub anchors: Vec<Anchor>,
}

/// A line that begins or ends an anchored part, as mdBook reads it.
pub struct Anchor {
    /// The anchor's name.
    pub name: String,
    /// Whether the part ends here.
    pub end: bool,
    /// The words in the line.
    pub span: Range<usize>,
}

impl ListingFile {
    /// Finds the anchors of a text.
    pub fn new(text: String) -> Self {
        static ANCHOR: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"ANCHOR(_END)?:\s*([\w_-]+)").expect("a constant pattern is well formed")
        });
        let anchor = |found: regex::Captures<'_>| {
            let (whole, name) = (found.get(0)?, found.get(2)?);
            Some(Anchor {
                name: name.as_str().to_owned(),
                end: found.get(1).is_some(),
                span: whole.range(),
            })
        };
        let anchors = if text.contains("ANCHOR") {
            ANCHOR.captures_iter(&text).filter_map(anchor).collect()
        } else {
            Vec::new()
        };
        Self { text, anchors }
    }

    /// Whether a part of this name begins in the file.
    pub fn has_anchor(&self, name: &str) -> bool {
        self.anchors
            .iter()
            .any(|anchor| !anchor.end && anchor.name == name)
    }
}

/// The files under `listings/` by their path from the root, with slashes.
#[derive(Default)]
pub struct Listings {
    /// Hidden files are left out.
    pub files: BTreeMap<String, ListingFile>,
}

impl Listings {
    fn read(root: &Path, faults: &mut Faults) -> Self {
        let shown = |entry: &DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
        let mut listings = Self::default();
        for entry in WalkDir::new(root.join("listings"))
            .into_iter()
            .filter_entry(shown)
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_file())
        {
            let path = entry.path().strip_prefix(root).unwrap_or(entry.path());
            match read_text(root, path) {
                Ok(Some(text)) => {
                    let path = path.to_string_lossy().replace('\\', "/");
                    listings.files.insert(path, ListingFile::new(text));
                }
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
        }
        listings
    }

    /// A file's text.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|file| file.text.as_str())
    }

    /// The files of a folder under `listings/`, each with its listing's name:
    /// the first part of the path, up to a dot.
    pub fn folder<'a>(
        &'a self,
        folder: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str, &'a ListingFile)> {
        self.files.iter().filter_map(move |(path, file)| {
            let name = listing_name(path, folder)?;
            Some((path.as_str(), name, file))
        })
    }
}

/// The listing's name in `listings/<folder>/<name>.rs` or `…/<name>/main.rs`.
pub fn listing_name<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let rest = path.strip_prefix("listings/")?.strip_prefix(folder)?;
    let first = rest.strip_prefix('/')?.split('/').next()?;
    first.split('.').next()
}
