//! What is put together from files: the glossary, the circumstances of the
//! records, the sources, the list of changes. Their files must be there and whole.

use std::collections::BTreeSet;
use std::path::Path;

use super::sources::{Chapter, Sources};
use crate::elements::citations::{self, TITLES};
use crate::elements::edition::{self, CHANGELOG};
use crate::fault::{Fault, Faults};
use crate::locale::{SOURCE, strings_path};
use crate::project::read_text;
use crate::recorded::Recorded;

/// The files behind the directives that English chapters use.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    let uses = |name| {
        sources
            .english
            .chapters
            .iter()
            .any(|chapter| has(chapter, name))
    };
    let root = &sources.project.root;
    if uses("changelog")
        && let Err(error) = edition::changelog_is_current(root)
    {
        faults.push(Fault::file(
            CHANGELOG,
            "stale-changelog",
            format!("{error:#}"),
            "begin it with a heading `## VERSION` and what is new in that version",
        ));
    }
    if uses("measurements") || uses("edition") {
        let recorded = Recorded::check(root);
        faults.0.extend(recorded.err());
    }
    if uses("glossary") {
        terms(sources, faults);
    }
    if uses("sources") {
        titles(sources, faults);
    }
}

fn has(chapter: &Chapter, directive: &str) -> bool {
    let mut directives = chapter.doc.directives.iter();
    directives.any(|one| one.name == directive)
}

/// Each term has a meaning, and the other way round. That each language has
/// the English keys is the business of the strings' own gate.
fn terms(sources: &Sources<'_>, faults: &mut Faults) {
    let path = strings_path(SOURCE);
    let text = read_text(&sources.project.root, &path);
    let text = text.ok().flatten().unwrap_or_default();
    let tables = &sources.english.locale.strings.0;
    let [Some(terms), Some(meanings)] = ["terms", "meanings"].map(|table| tables.get(table)) else {
        faults.push(Fault::file(
            path,
            "half-term",
            "the glossary is made of [terms] and [meanings], and one of them is missing",
            "restore both tables, with the same keys",
        ));
        return;
    };
    let pairs = [("terms", terms, meanings), ("meanings", meanings, terms)];
    for (table, own, other) in pairs {
        for key in own.keys().filter(|key| !other.contains_key(*key)) {
            // Other tables may have a key of this name.
            let from = text.find(&format!("\n[{table}]")).unwrap_or_default();
            let line = text[from..].find(&format!("\n{key} = "));
            let at = line.map_or(0, |at| from + at + 1);
            faults.push(Fault::at(
                &path,
                &text,
                at..at + key.len(),
                "half-term",
                format!("`{key}` stands in [{table}] alone"),
                "give each term of the glossary its meaning, under the same key",
            ));
        }
    }
}

/// Each page of another site has a title, and each title a page.
fn titles(sources: &Sources<'_>, faults: &mut Faults) {
    let titles = match citations::titles(&sources.project.root) {
        Ok(titles) => titles,
        Err(fault) => return faults.push(fault),
    };
    let mut linked = BTreeSet::new();
    let chapters = sources.english.chapters.iter();
    for chapter in chapters.filter(|chapter| !has(chapter, "sources")) {
        for page in citations::pages(&chapter.doc.links) {
            if citations::title(&page, &titles).is_none() {
                let at = chapter.text.find(&page).unwrap_or_default();
                faults.push(chapter.fault(
                    &(at..at + page.len()),
                    "untitled-source",
                    format!("the list of sources has no title for {page}"),
                    format!("add the line `\"{page}\" = \"Title of the page\"` to {TITLES}"),
                ));
            }
            linked.insert(page);
        }
    }
    let text = read_text(&sources.project.root, Path::new(TITLES));
    let text = text.ok().flatten().unwrap_or_default();
    for page in titles.keys().filter(|page| !linked.contains(*page)) {
        let at = text.find(page.as_str()).unwrap_or_default();
        faults.push(Fault::at(
            TITLES,
            &text,
            at..at + page.len(),
            "unused-source",
            "no English chapter leads to this page",
            "remove the line, or link to the page where a chapter rests on it",
        ));
    }
}
