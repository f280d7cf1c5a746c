//! Explorers: the words of a chapter against what was measured.

use super::sources::{Chapter, Sources};
use crate::elements::explorer::Measured;
use crate::fault::Faults;
use crate::markdown::{Element, items};

/// Every explorer of every chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (_, chapter) in sources.chapters() {
        for element in &chapter.doc.elements {
            if element.name != "poll-explorer" {
                continue;
            }
            // An element without its name has a fault of its own.
            let Some(output) = element.attr("output") else {
                continue;
            };
            match Measured::load(&sources.project.root, output) {
                Ok(measured) => words(chapter, element, &measured, faults),
                Err(error) => faults.push(chapter.fault(
                    &element.open,
                    "broken-explorer",
                    format!("{error:#}"),
                    "name a program whose output has a line for each combination, and record it",
                )),
            }
        }
    }
}

fn words(chapter: &Chapter, element: &Element, measured: &Measured, faults: &mut Faults) {
    let (items, _) = items(&chapter.text[element.inner.clone()]);
    let said: Vec<_> = items.iter().filter_map(|item| item.id.as_deref()).collect();
    let wanted = measured.ids();
    for id in wanted.iter().filter(|id| !said.contains(&id.as_str())) {
        faults.push(chapter.fault(
            &element.open,
            "explorer-words",
            format!("no item says what `{id}` is called"),
            format!("add the item `- [{id}] words`"),
        ));
    }
    for item in &items {
        let known = item.id.as_ref().is_some_and(|id| wanted.contains(id));
        if !known || item.text.trim().is_empty() {
            let at = element.inner.start + item.span.start;
            faults.push(chapter.fault(
                &(at..at + item.span.len()),
                "explorer-words",
                "the item names nothing that was measured",
                "begin it with a word of the output in brackets, as in English, and say what it is called",
            ));
        }
    }
}
