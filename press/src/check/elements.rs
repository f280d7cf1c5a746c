//! Elements: known, in pairs, named once; and the card under a chapter's title.

use super::sources::{Book, Chapter, Sources};
use crate::fault::Faults;
use crate::markdown::{Element, items};
use crate::overlay::{identity, identity_name};
use crate::project::Project;

const KNOWN: [&str; 4] = ["poll-card", "poll-quiz", "poll-exercise", "poll-explorer"];
const LEVELS: [&str; 3] = ["1", "2", "3"];

/// Every element of every chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (book, chapter) in sources.chapters() {
        for (tag, span) in &chapter.doc.unpaired {
            faults.push(chapter.fault(
                span,
                "unpaired-element",
                format!("`{tag}` has no partner"),
                "write both <poll-…> and </poll-…>, each on a line of its own, never one inside another",
            ));
        }
        let elements = &chapter.doc.elements;
        for (n, element) in elements.iter().enumerate() {
            element_of(chapter, element, &elements[..n], faults);
        }
        cards(sources.project, book, chapter, faults);
    }
}

fn element_of(chapter: &Chapter, element: &Element, before: &[Element], faults: &mut Faults) {
    let name = &element.name;
    let mut fault = |rule, message: String, mend: String| {
        faults.push(chapter.fault(&element.open, rule, message, mend));
    };
    if !KNOWN.contains(&name.as_str()) {
        let mend = match name.as_str() {
            "poll-trace" => "write {{#trace name}} on a line of its own",
            _ => "use poll-card, poll-quiz, poll-exercise or poll-explorer",
        };
        fault(
            "unknown-element",
            format!("there is no element <{name}>"),
            mend.to_owned(),
        );
        return;
    }
    let Some(own) = identity(element) else {
        let attribute = identity_name(name).unwrap_or_default();
        fault(
            "missing-attribute",
            format!("the element does not say its `{attribute}`"),
            format!("write <{name} {attribute}=\"…\"> with the word of the English chapter"),
        );
        return;
    };
    let twin = before
        .iter()
        .find(|other| other.name == *name && identity(other) == Some(own));
    if let Some(twin) = twin {
        let place = chapter.place(twin.open.start);
        fault(
            "duplicate-element",
            match own {
                "" => format!("the chapter has a <{name}> already, see {place}"),
                own => format!("`{own}` is taken by another <{name}>, see {place}"),
            },
            match own {
                "" => "remove one of the two".to_owned(),
                _ => "give it a word of its own, the same in every language".to_owned(),
            },
        );
    }
}

fn cards(project: &Project, book: &Book<'_>, chapter: &Chapter, faults: &mut Faults) {
    let elements = &chapter.doc.elements;
    let title = chapter.doc.headings.first();
    let Some(card) = elements.iter().find(|element| element.name == "poll-card") else {
        let half = chapter
            .doc
            .unpaired
            .iter()
            .any(|(tag, _)| tag.contains("poll-card"));
        if !elements.is_empty() && !half {
            faults.push(chapter.fault(
                &title.map_or(0..0, |title| title.span.clone()),
                "missing-card",
                "a chapter with questions has a card under its title",
                "write <poll-card> … </poll-card> under the title, as in the English chapter",
            ));
        }
        return;
    };
    let mut fault = |rule, message: &str, mend: &str| {
        faults.push(chapter.fault(&card.open, rule, message, mend));
    };
    // A chapter without a title has a fault of its own.
    let above = title.filter(|title| title.level == 1);
    let above = above.and_then(|title| chapter.text.get(title.span.end..card.open.start));
    if above.is_some_and(|above| !above.trim().is_empty()) {
        fault(
            "misplaced-card",
            "the card does not stand directly under the title",
            "move it there, with an empty line before and after",
        );
    }
    let inner = &chapter.text[card.inner.clone()];
    let (_, lists) = items(inner);
    let when = lists.last().map_or("", |list| &inner[list.end..]);
    if lists.len() != 1 || when.trim().is_empty() {
        fault(
            "broken-card",
            "a card holds one list (what is learned) and then a paragraph (when it is needed)",
            "write the list, an empty line and the paragraph, as in the English chapter",
        );
    }
    if !book.locale.is_source() {
        return;
    }
    if card
        .attr("level")
        .is_none_or(|level| !LEVELS.contains(&level))
    {
        fault(
            "broken-card",
            "the card has no level",
            "write level=\"1\", \"2\" or \"3\"",
        );
    }
    let Some(after) = card.attr("after") else {
        fault(
            "broken-card",
            "the card does not say what it builds on",
            "write after=\"\" or after=\"inert poll\"",
        );
        return;
    };
    for slug in after.split_whitespace() {
        if !project.entries.iter().any(|entry| entry.slug == slug) {
            let message = format!("the card builds on `{slug}`, which is no chapter");
            fault(
                "broken-card",
                &message,
                "write the file names of chapters, without .md",
            );
        }
    }
}
