//! The search index of a book: Pagefind over its chapters.
//!
//! mdBook's own search drops Cyrillic words and knows no inflection.
//! Pagefind takes each page's language from its `<html lang>`, stems the
//! words, folds accents, and loads nothing before somebody searches.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use pagefind::api::PagefindIndex;
use pagefind::options::PagefindServiceConfig;
use regex::Regex;

use crate::files::write;

/// The index's folder in a book; `theme/js/search.js` loads it from there.
const FOLDER: &str = "pagefind";

/// What no reader searches for, so that a hit and its excerpt are text one can
/// read at the link's end. Pagefind itself leaves out `nav` and `script`.
const LEFT_OUT: &[&str] = &[
    // Words of the interface and of the tools: on every page the same.
    ".card-label",
    ".card-facts",
    ".listing-bar",
    ".listing-foot",
    ".progress-list",
    ".listing-ran",
    ".explorer-plain",
    ".output-label",
    ".quiz-head",
    ".exercise-label",
    ".exercise-how",
    "pre.cmd",
    // Said elsewhere on the page: hidden lines, a run as a table, a diagram's source.
    ".boring",
    ".trace-plain",
    "pre.mermaid",
    // Wrong statements among the answers, and what the reader is to find alone.
    ".quiz-options",
    ".hints",
    ".verdicts",
    ".start",
    ".solution",
];

/// Indexes a book's chapters, given by their slugs, and writes the index.
pub fn index<'a>(book: &Path, slugs: impl Iterator<Item = &'a str>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let apostrophe = Regex::new(r"(\p{L})’(\p{L})")?;
    runtime.block_on(async {
        let config = PagefindServiceConfig::builder()
            .root_selector("main".to_owned())
            .exclude_selectors(LEFT_OUT.iter().map(|&part| part.to_owned()).collect())
            // No `include_characters`: with `!` and `:` in it `note` misses
            // `note:`. The script of the search looks for punctuation itself.
            .build();
        let mut index = PagefindIndex::new(Some(config)).map_err(|error| anyhow!("{error}"))?;
        for slug in slugs {
            let page = format!("{slug}.html");
            let html = fs::read_to_string(book.join(&page))
                .with_context(|| format!("cannot read {page}"))?;
            // Only with a plain apostrophe is the second word of `l’esecutore` one.
            let html = apostrophe.replace_all(&html, "$1'$2");
            // Words of two cells would be one.
            let html = html.replace("</td>", "</td> ").replace("</th>", "</th> ");
            index
                .add_html_file(Some(page), None, html)
                .await
                .map_err(|error| anyhow!("{slug}: {error}"))?;
        }
        // Pagefind's own way to write them ends the program when the disk is full.
        let files = index
            .get_files()
            .await
            .map_err(|error| anyhow!("cannot make the search index: {error}"))?;
        for file in files {
            let name = file.filename.to_string_lossy();
            // The parts of Pagefind's own interface, which is not used.
            let unused = ["-ui.", "highlight", "component"];
            if !unused.iter().any(|part| name.contains(part)) {
                write(&book.join(FOLDER).join(&file.filename), &file.contents)?;
            }
        }
        Ok(())
    })
}
