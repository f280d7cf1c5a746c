//! Which English text a translation was made from, section by section.
//!
//! The first line of a translated file records a short hash of each English
//! section. No git history is needed to see what has changed since.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::markdown;

/// The hash of one section's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The heading's id.
    pub id: String,
    /// The first eight hex digits of the SHA-256 of its text.
    pub hash: String,
}

/// The sections of an English text.
pub fn of(text: &str) -> Vec<Section> {
    let sections = texts(text).into_iter();
    sections.map(|(section, _)| section).collect()
}

/// The sections with their texts, each from its heading to the next one.
pub fn texts(text: &str) -> Vec<(Section, &str)> {
    let headings = markdown::scan(text).headings;
    let ends = headings
        .iter()
        .skip(1)
        .map(|heading| heading.span.start)
        .chain([text.len()]);
    headings
        .iter()
        .zip(ends)
        .map(|(heading, end)| {
            let own = &text[heading.span.start..end];
            let id = heading.id.clone().unwrap_or_default();
            let hash = hash(own);
            (Section { id, hash }, own)
        })
        .collect()
}

fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.trim().as_bytes());
    digest[..4].iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

const OPEN: &str = "<!-- from:";

/// The first line of a translation made from this English text.
pub fn stamp(english: &str) -> String {
    line(&of(english))
}

/// The line that records these sections.
pub fn line(sections: &[Section]) -> String {
    let mut line = OPEN.to_owned();
    for section in sections {
        let _ = write!(line, " {}={}", section.id, section.hash);
    }
    line.push_str(" -->");
    line
}

/// Splits a translation into its stamp and its text.
pub fn split(text: &str) -> (Option<Vec<Section>>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let Some(inner) = first
        .trim_end()
        .strip_prefix(OPEN)
        .and_then(|line| line.strip_suffix("-->"))
    else {
        return (None, text);
    };
    let sections = inner
        .split_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(id, hash)| Section {
            id: id.to_owned(),
            hash: hash.to_owned(),
        })
        .collect();
    (Some(sections), rest)
}

/// The ids of the English sections, as they are now, that are new or changed
/// since the stamp, and of those that were removed.
pub fn changed(stamp: &[Section], now: &[Section]) -> Vec<String> {
    let missing_from = |list: &[Section], section: &Section| !list.contains(section);
    let mut ids: Vec<String> = now
        .iter()
        .filter(|section| missing_from(stamp, section))
        .map(|section| section.id.clone())
        .collect();
    for section in stamp {
        if !now.iter().any(|other| other.id == section.id) {
            ids.push(section.id.clone());
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "# A {#a}\n\none\n\n## B {#b}\n\ntwo\n";

    #[test]
    fn a_fresh_stamp_is_current() {
        let text = format!("{}\n# Z {{#a}}\n", stamp(ENGLISH));
        let (sections, rest) = split(&text);
        assert_eq!(rest, "# Z {#a}\n");
        assert!(changed(&sections.expect("stamped"), &of(ENGLISH)).is_empty());
    }

    #[test]
    fn only_the_changed_section_is_stale() {
        let stamp = of(ENGLISH);
        assert_eq!(changed(&stamp, &of(&ENGLISH.replace("two", "2"))), ["b"]);
        assert_eq!(changed(&stamp, &of("# A {#a}\n\none\n")), ["b"]);
    }
}
