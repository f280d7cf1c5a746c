//! What nobody writes: the glossary, the circumstances of the records and the
//! other parts of pages that stand for a directive, each on a line of its own.

use anyhow::{Context, Result};

use super::{Page, citations, edition, glossary, measurements, notices, progress, translations};
use crate::markdown;

/// The directives.
pub const NAMES: [&str; 8] = [
    "changelog",
    "edition",
    "glossary",
    "measurements",
    "notices",
    "progress",
    "sources",
    "translations",
];

/// Replaces each of the directives by what it stands for.
pub fn render(page: &Page<'_>, text: &str) -> Result<String> {
    let mut edits = Vec::new();
    for directive in markdown::directives(text) {
        let made = match directive.name.as_str() {
            "changelog" => edition::changelog(page),
            "edition" => edition::edition(page),
            "glossary" => glossary::glossary(page),
            "measurements" => measurements::measurements(page),
            "notices" => notices::notices(page),
            "progress" => progress::progress(page),
            "translations" => translations::translations(page),
            "sources" => citations::sources(page),
            _ => continue,
        };
        let made = made.with_context(|| format!("{{{{#{}}}}}", directive.name))?;
        edits.push((directive.span, made));
    }
    Ok(markdown::edit(text, edits))
}
