//! What is put together from files: the glossary and the circumstances of the
//! records. Their files must be there and whole.

use super::sources::Sources;
use crate::fault::{Fault, Faults};
use crate::locale::{SOURCE, strings_path};
use crate::project::read_text;
use crate::recorded::Recorded;

/// The files behind the directives that English chapters use.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    let uses = |name: &str| {
        let mut chapters = sources.english.chapters.iter();
        chapters.any(|chapter| chapter.doc.directives.iter().any(|one| one.name == name))
    };
    if uses("measurements") {
        faults
            .0
            .extend(Recorded::check(&sources.project.root).err());
    }
    if uses("glossary") {
        terms(sources, faults);
    }
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
            let at = text.find(&format!("\n{key} = ")).map_or(0, |at| at + 1);
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
