//! Headings: each has an id of its own, the same in every language.

use super::sources::{Chapter, Sources};
use crate::fault::Faults;
use crate::markdown::Heading;

/// Ids and titles of every chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (_, chapter) in sources.chapters() {
        title(chapter, faults);
        let headings = &chapter.doc.headings;
        for (n, heading) in headings.iter().enumerate() {
            id(chapter, heading, &headings[..n], faults);
        }
    }
}

fn title(chapter: &Chapter, faults: &mut Faults) {
    let slug = &chapter.slug;
    let mend = format!("begin the chapter with one line `# Title {{#{slug}}}`");
    let headings = &chapter.doc.headings;
    let Some(first) = headings.first().filter(|heading| heading.level == 1) else {
        let message = "the chapter does not begin with a title";
        faults.push(chapter.fault(&(0..0), "one-title", message, mend));
        return;
    };
    if let Some(id) = first.id.as_ref().filter(|id| *id != slug) {
        faults.push(chapter.fault(
            &first.span,
            "title-not-slug",
            format!("the title's id is `{id}`, the file is called {slug}.md"),
            format!("write {{#{slug}}} after the title"),
        ));
    }
    for heading in headings[1..].iter().filter(|heading| heading.level == 1) {
        faults.push(chapter.fault(
            &heading.span,
            "one-title",
            "the chapter has a second title",
            "write ## instead of # before this heading",
        ));
    }
}

fn id(chapter: &Chapter, heading: &Heading, before: &[Heading], faults: &mut Faults) {
    let mut fault = |rule, message: String, mend: String| {
        faults.push(chapter.fault(&heading.span, rule, message, mend));
    };
    if heading.title.contains("{#") {
        fault(
            "misplaced-heading-id",
            "the id is shown as text, because something follows it".to_owned(),
            "put {#id} at the very end of the heading's line".to_owned(),
        );
        return;
    }
    let Some(id) = &heading.id else {
        fault(
            "missing-heading-id",
            format!("the heading “{}” has no id", heading.title.trim()),
            "add the id of the English heading at the end of the line: {#some-words}".to_owned(),
        );
        return;
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !id.chars().all(is_plain) {
        fault(
            "non-ascii-heading-id",
            format!("the id `{id}` has other characters than a-z, 0-9 and -"),
            "copy the id from the English chapter".to_owned(),
        );
    }
    if let Some(first) = before.iter().find(|other| other.id.as_ref() == Some(id)) {
        fault(
            "duplicate-heading-id",
            format!(
                "the id `{id}` is taken, see {}",
                chapter.place(first.span.start)
            ),
            "give this heading an id of its own, the same in every language".to_owned(),
        );
    }
}
