//! Exercises: the chapter's words against the files and the check's verdicts.

use std::ops::Range;

use super::sources::{Chapter, Sources};
use crate::fault::Faults;
use crate::markdown::{Element, Item, items};
use crate::verdict_words::verdict_ids;

/// The files of an exercise.
const FILES: [&str; 3] = ["start.rs", "solution.rs", "check.rs"];

/// Verdicts that every exercise has, with words in locale.toml; a chapter may
/// say them in words of its own.
const GENERAL: [&str; 5] = ["pass", "hang", "compile", "panic", "ended"];

/// Every exercise of every chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (book, chapter) in sources.chapters() {
        for element in &chapter.doc.elements {
            if element.name != "poll-exercise" {
                continue;
            }
            words(chapter, element, faults);
            // Translations are compared with the English chapter.
            if let Some(name) = element.attr("name").filter(|_| book.locale.is_source()) {
                files(sources, chapter, element, name, faults);
            }
        }
    }
}

fn words(chapter: &Chapter, element: &Element, faults: &mut Faults) {
    let inner = &chapter.text[element.inner.clone()];
    let (items, lists) = items(inner);
    // A bullet list without ids belongs to the task.
    let has_ids = |list: &Range<usize>| {
        items
            .iter()
            .any(|item| list.contains(&item.span.start) && item.id.is_some())
    };
    let is_hints = |list: &Range<usize>| {
        items
            .iter()
            .any(|item| list.contains(&item.span.start) && item.ordered)
    };
    let first = lists.iter().find(|list| has_ids(list) || is_hints(list));
    let first = first.map_or(inner.len(), |list| list.start);
    if inner[..first].trim().is_empty() {
        faults.push(chapter.fault(
            &element.open,
            "exercise-without-task",
            "the exercise does not say what to do",
            "write the task between the opening tag and the hints",
        ));
    }
    if !items.iter().any(|item| item.ordered) {
        faults.push(chapter.fault(
            &element.open,
            "exercise-without-hints",
            "the exercise has no hints",
            "write them as a numbered list after the task",
        ));
    }
    let without_id = |item: &&Item| {
        let mut own = lists.iter().filter(|list| list.contains(&item.span.start));
        !item.ordered && item.id.is_none() && own.any(has_ids)
    };
    for item in items.iter().filter(without_id) {
        let at = element.inner.start + item.span.start;
        faults.push(chapter.fault(
            &(at..at + item.span.len()),
            "exercise-verdicts",
            "the verdict has no id",
            "begin it with the English verdict's word in brackets: `- [word] text`",
        ));
    }
}

fn files(
    sources: &Sources<'_>,
    chapter: &Chapter,
    element: &Element,
    name: &str,
    faults: &mut Faults,
) {
    let path = |file| format!("listings/exercises/{name}/{file}");
    for file in FILES {
        if !sources.listings.files.contains_key(&path(file)) {
            faults.push(chapter.fault(
                &element.open,
                "missing-exercise",
                format!("there is no {}", path(file)),
                "write the file, or mend the exercise's name",
            ));
        }
    }
    let Some(check) = sources.listings.text(&path("check.rs")) else {
        return;
    };
    let possible = verdict_ids(check);
    let said = verdicts(chapter, element);
    for (id, span) in &said {
        if !possible.contains(id) && !GENERAL.contains(&id.as_str()) {
            faults.push(chapter.fault(
                span,
                "exercise-verdicts",
                format!("{} never reports `{id}`", path("check.rs")),
                "remove the sentence, or mend its id",
            ));
        }
    }
    for id in possible
        .iter()
        .filter(|id| !said.iter().any(|(other, _)| other == *id))
    {
        faults.push(chapter.fault(
            &element.open,
            "exercise-verdicts",
            format!(
                "{} may report `{id}`, and no sentence says what that means",
                path("check.rs")
            ),
            format!("add the item `- [{id}] sentence`"),
        ));
    }
}

/// The ids of an exercise's verdicts and where they stand in the file.
pub fn verdicts(chapter: &Chapter, element: &Element) -> Vec<(String, Range<usize>)> {
    let (items, _) = items(&chapter.text[element.inner.clone()]);
    let items = items.into_iter().filter(|item| !item.ordered);
    items
        .filter_map(|item| {
            let start = element.inner.start + item.span.start;
            Some((item.id?, start..start + item.span.len()))
        })
        .collect()
}
