//! Quizzes: each option has an id and an explanation, and a run says which
//! one is right.

use std::collections::BTreeSet;

use super::expansion::Expansion;
use super::sources::{Book, Chapter, Sources};
use crate::elements::quiz;
use crate::fault::{Faults, line_of};
use crate::markdown::{Element, directives, first_block, items};

const TAG: &str = "poll-quiz";

/// Every quiz of every chapter.
pub fn check(sources: &Sources<'_>, expansion: &Expansion, faults: &mut Faults) {
    let mut broken = BTreeSet::new();
    for (book, chapter) in sources.chapters() {
        for element in quizzes(chapter) {
            let key = (chapter.slug.as_str(), element.attr("id"));
            let options = options(chapter, element, faults);
            if !options {
                broken.insert(key);
            }
            // A translation has the key of the English question.
            let same = |other: &&Element| other.attr("id") == element.attr("id");
            let mut english = sources
                .english
                .chapter(&chapter.slug)
                .into_iter()
                .flat_map(|english| quizzes(english).filter(same));
            // Of two questions with one id nobody knows which is meant.
            let english = english.next().filter(|_| english.next().is_none());
            let whole = !broken.contains(&key) && intact(chapter, element, faults);
            if let Some(english) = english.filter(|_| whole && key.1.is_some())
                && let Err(message) = parse(sources, expansion, book, chapter, element, english)
            {
                broken.insert(key);
                faults.push(chapter.fault(
                    &element.open,
                    "broken-quiz",
                    message,
                    "CONTRIBUTING.md shows each kind of question with its attributes",
                ));
            }
        }
    }
}

fn quizzes(chapter: &Chapter) -> impl Iterator<Item = &Element> {
    chapter
        .doc
        .elements
        .iter()
        .filter(|element| element.name == TAG)
}

/// Whether nothing is wrong with an element so far: what has been said is not
/// worth a second fault.
fn intact(chapter: &Chapter, element: &Element, faults: &Faults) -> bool {
    let line = |at| line_of(&chapter.text, at);
    let mut own = faults
        .0
        .iter()
        .filter(|fault| fault.path == chapter.path && !fault.warning);
    !own.any(|fault| (line(element.span.start)..=line(element.span.end)).contains(&fault.line))
}

/// Looks at each option; whether all are well.
fn options(chapter: &Chapter, element: &Element, faults: &mut Faults) -> bool {
    let inner = &chapter.text[element.inner.clone()];
    let (items, lists) = items(inner);
    let Some(list) = lists.last() else {
        return true;
    };
    let (mut seen, mut well) = (BTreeSet::new(), true);
    for item in items.iter().filter(|item| list.contains(&item.span.start)) {
        let span = element.inner.start + item.span.start..element.inner.start + item.span.end;
        let mut fault = |message: String, mend: &str| {
            well = false;
            faults.push(chapter.fault(&span, "quiz-option", message, mend));
        };
        let Some(id) = &item.id else {
            fault(
                "the option has no id".to_owned(),
                "begin it with the English option's word in brackets: `- [word] text`",
            );
            continue;
        };
        if !seen.insert(id) {
            fault(
                format!("two options have the id `{id}`"),
                "copy the ids of the English options",
            );
        }
        let (text, why) = first_block(&item.text);
        if text.is_empty() || why.is_empty() {
            fault(
                format!("the option `{id}` has no explanation"),
                "write it as a second paragraph: an empty line, then two spaces before the text",
            );
        }
    }
    well
}

/// What is wrong with a question, in the words of the element itself.
fn parse(
    sources: &Sources<'_>,
    expansion: &Expansion,
    book: &Book<'_>,
    chapter: &Chapter,
    element: &Element,
    english: &Element,
) -> Result<(), String> {
    asked_of_what_is_shown(&chapter.text[element.inner.clone()], english)?;
    let open = &chapter.text[element.open.clone()];
    let text = expansion
        .text(&book.locale.tag, &chapter.slug)
        .unwrap_or(&chapter.text);
    let inner = text
        .split_once(open)
        .and_then(|(_, rest)| rest.split_once("</poll-quiz>"))
        .map_or("", |(inner, _)| inner);
    quiz::parse(&sources.project.root, english, inner)
        .map(drop)
        .map_err(|error| format!("{error:#}"))
}

/// A question that shows a program takes its key from that one: another's
/// would be a key too, and a wrong one.
fn asked_of_what_is_shown(inner: &str, english: &Element) -> Result<(), String> {
    let Some(name) = english.attr("program").or(english.attr("output")) else {
        return Ok(());
    };
    let mut shown = directives(inner)
        .into_iter()
        .filter(|one| one.name == "rustdoc_include")
        .peekable();
    let program = |path: &str| {
        let path = path.split(':').next().unwrap_or_default();
        path.ends_with(&format!("/{name}.rs")) || path.ends_with(&format!("/{name}/main.rs"))
    };
    if shown.peek().is_some() && !shown.any(|one| program(&one.argument)) {
        return Err(format!(
            "the question shows another program than `{name}`, which gives its key"
        ));
    }
    Ok(())
}
