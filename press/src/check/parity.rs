//! Translations against English: the same structure under other words.
//!
//! Sections are laid side by side by their headings, elements by their ids;
//! within each pair the things that are no words are compared.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use super::align::{Step, Thing, align};
use super::exercises::verdicts;
use super::sources::{Chapter, Sources};
use super::things::{DIAGRAM, Zone, callouts, directives, facts, fences, links};
use crate::fault::{Faults, line_of};
use crate::markdown::{Element, items};
use crate::overlay::{identity, identity_name};
use crate::sections;

/// Every translated chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for book in &sources.translations {
        for own in &book.chapters {
            if sections::split(&own.text).0.is_none() {
                let slug = &own.slug;
                faults.push(own.fault(
                    &(0..0),
                    "missing-stamp",
                    "the first line does not say from which English text the translation was made",
                    format!(
                        "when it is complete, run `cargo run -- reviewed {} {slug}`",
                        book.locale.tag
                    ),
                ));
            }
            let english = sources.english.chapter(&own.slug);
            if let Some(english) = english.filter(|english| is_whole(english, faults))
                && is_whole(own, faults)
            {
                Pair::new(english, own, faults).check();
            }
        }
    }
}

/// Whether blocks and elements end where they should. Else the rest of the
/// chapter is not what it seems, and one lost line would make many faults.
fn is_whole(chapter: &Chapter, faults: &Faults) -> bool {
    !faults.0.iter().any(|fault| {
        fault.path == chapter.path && matches!(fault.rule, "unclosed-fence" | "unpaired-element")
    })
}

struct Pair<'a> {
    english: &'a Chapter,
    own: &'a Chapter,
    /// Lines that have a fault already: a wrong path is not also a difference.
    known: BTreeSet<usize>,
    /// The same of the English chapter, which is then no model.
    known_english: BTreeSet<usize>,
    faults: &'a mut Faults,
}

impl<'a> Pair<'a> {
    fn new(english: &'a Chapter, own: &'a Chapter, faults: &'a mut Faults) -> Self {
        let known = |chapter: &Chapter| {
            let own = faults.0.iter();
            let own = own.filter(|fault| fault.path == chapter.path && !fault.warning);
            own.map(|fault| fault.line).collect()
        };
        Self {
            known: known(own),
            known_english: known(english),
            english,
            own,
            faults,
        }
    }

    fn check(&mut self) {
        for (english, own) in self.sections() {
            let here = own.start..own.start;
            let matched = self.elements(&english, &own, &here);
            let zone = |chapter: &Chapter, range: Range<usize>| Zone::outside(&chapter.doc, range);
            self.zones(&zone(self.english, english), &zone(self.own, own), &here);
            for (english, own) in matched {
                self.zones(&Zone::inside(english), &Zone::inside(own), &own.open);
                self.said_once(own);
                self.words_of(english, own);
            }
        }
    }

    fn fault(&mut self, span: &Range<usize>, rule: &'static str, message: String, mend: &str) {
        if !lines(self.own, span).any(|line| self.known.contains(&line)) {
            self.faults.push(self.own.fault(span, rule, message, mend));
        }
    }

    /// The sections of both files that belong together; begins with what
    /// stands before the first heading.
    fn sections(&mut self) -> Vec<(Range<usize>, Range<usize>)> {
        let things = |chapter: &Chapter| -> Vec<Thing> {
            let headings = chapter.doc.headings.iter();
            headings
                .map(|heading| {
                    let id = heading.id.as_deref().unwrap_or_default();
                    let key = format!("{} {{#{id}}}", "#".repeat(heading.level.into()));
                    Thing {
                        label: format!("the heading `{key}`"),
                        key,
                        span: heading.span.clone(),
                    }
                })
                .collect()
        };
        let (english, own) = (things(self.english), things(self.own));
        let pairs = self.sequence("heading-parity", &english, &own, &(0..0));
        // A section ends where the next heading stands that both have: a heading
        // that is left out takes nothing else with it.
        let mut borders: (Vec<usize>, Vec<usize>) = pairs
            .iter()
            .map(|(a, b)| (english[*a].span.start, own[*b].span.start))
            .unzip();
        borders.0.sort_unstable();
        borders.1.sort_unstable();
        let section = |start: usize, borders: &[usize], chapter: &Chapter| {
            let next = borders.iter().find(|border| **border > start);
            start..next.copied().unwrap_or(chapter.text.len())
        };
        let before = |borders: &[usize], chapter: &Chapter| {
            0..borders.first().copied().unwrap_or(chapter.text.len())
        };
        let pair = |(a, b): (usize, usize)| {
            (
                section(english[a].span.start, &borders.0, self.english),
                section(own[b].span.start, &borders.1, self.own),
            )
        };
        let first = (
            before(&borders.0, self.english),
            before(&borders.1, self.own),
        );
        [first]
            .into_iter()
            .chain(pairs.into_iter().map(pair))
            .collect()
    }

    /// Reports the differences of two sequences, and returns what belongs
    /// together. Something missing is reported `here`.
    fn sequence(
        &mut self,
        rule: &'static str,
        english: &[Thing],
        own: &[Thing],
        here: &Range<usize>,
    ) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for step in align(english, own) {
            // A heading that is missing is missed below the one before it.
            let last = pairs.last().filter(|_| rule == "heading-parity");
            let heading = last.map(|(_, b): &(usize, usize)| &own[*b].span);
            let theirs = match step {
                Step::Changed(a, _) | Step::Moved(a, _) | Step::Missing(a) => {
                    Some(&english[a].span)
                }
                Step::Same(..) | Step::Extra(_) => None,
            };
            let wrong = theirs.is_some_and(|span| {
                lines(self.english, span).any(|line| self.known_english.contains(&line))
            });
            if wrong {
                if let Step::Changed(a, b) | Step::Moved(a, b) = step {
                    pairs.push((a, b));
                }
                continue;
            }
            let (span, message, mend) = match step {
                Step::Same(a, b) => {
                    pairs.push((a, b));
                    continue;
                }
                Step::Changed(a, b) => {
                    pairs.push((a, b));
                    let (theirs, ours) = (&english[a], &own[b]);
                    let place = self.english.place(theirs.span.start);
                    let message = if theirs.label == ours.label {
                        format!("{} differs from the English one, {place}", ours.label)
                    } else {
                        format!(
                            "{} stands where English has {}, {place}",
                            ours.label, theirs.label
                        )
                    };
                    let mend = if ours.label == DIAGRAM {
                        "draw the same arrows as the English chapter; only the words may differ"
                    } else {
                        "copy it from the English chapter as it is"
                    };
                    (&ours.span, message, mend)
                }
                Step::Moved(a, b) => {
                    pairs.push((a, b));
                    let place = self.english.place(english[a].span.start);
                    let message = format!(
                        "{} stands in another place than in English, {place}",
                        own[b].label
                    );
                    (
                        &own[b].span,
                        message,
                        "move it to the place that it has in English",
                    )
                }
                Step::Missing(a) => {
                    // A chapter without a title has a fault of its own.
                    if !english[a].key.starts_with("# ") {
                        let place = self.english.place(english[a].span.start);
                        let message = format!("{} is missing, see {place}", english[a].label);
                        let mend = "copy it from the English chapter to the same place";
                        let here = heading.unwrap_or(here);
                        self.faults.push(self.own.fault(here, rule, message, mend));
                    }
                    continue;
                }
                Step::Extra(b) => {
                    let message = format!("English does not have {} here", own[b].label);
                    (
                        &own[b].span,
                        message,
                        "remove it, or move it to the place that it has in English",
                    )
                }
            };
            self.fault(span, rule, message, mend);
        }
        pairs
    }

    fn elements(
        &mut self,
        english: &Range<usize>,
        own: &Range<usize>,
        here: &Range<usize>,
    ) -> Vec<(&'a Element, &'a Element)> {
        let within = |chapter: &'a Chapter, range: &Range<usize>| -> Vec<&'a Element> {
            let elements = chapter.doc.elements.iter();
            elements
                .filter(|element| range.contains(&element.open.start))
                .collect()
        };
        let (theirs, ours) = (within(self.english, english), within(self.own, own));
        let pairs = self.sequence("element-parity", &things(&theirs), &things(&ours), here);
        let pairs = pairs.into_iter().map(|(a, b)| (theirs[a], ours[b]));
        pairs
            .filter(|(theirs, ours)| theirs.name == ours.name)
            .collect()
    }

    fn zones(&mut self, english: &Zone, own: &Zone, here: &Range<usize>) {
        for (rule, find) in [
            ("fence-parity", fences as fn(&Chapter, &Zone) -> Vec<Thing>),
            ("directive-parity", directives),
            ("fact-parity", facts),
            ("callout-parity", callouts),
            ("link-parity", links),
        ] {
            let (theirs, ours) = (find(self.english, english), find(self.own, own));
            self.sequence(rule, &theirs, &ours, here);
        }
    }

    fn said_once(&mut self, own: &Element) {
        let identity = identity_name(&own.name);
        let extra = own
            .attrs
            .iter()
            .find(|(name, _)| Some(name.as_str()) != identity);
        if let Some((name, _)) = extra {
            let message = format!("`{name}` is said once, in the English chapter");
            let mend = match (
                identity,
                identity_name(&own.name).and_then(|name| own.attr(name)),
            ) {
                (Some(key), Some(value)) => format!("write only <{} {key}=\"{value}\">", own.name),
                _ => format!("write only <{}>", own.name),
            };
            self.fault(&own.open, "said-once", message, &mend);
        }
    }

    fn words_of(&mut self, english: &Element, own: &Element) {
        match own.name.as_str() {
            "poll-quiz" => self.options(english, own),
            "poll-exercise" => self.exercise(english, own),
            _ => {}
        }
    }

    fn options(&mut self, english: &Element, own: &Element) {
        let ids = |chapter: &Chapter, element: &Element| -> Option<Vec<String>> {
            let (items, lists) = items(&chapter.text[element.inner.clone()]);
            let list = lists.last()?.clone();
            let options = items
                .into_iter()
                .filter(|item| list.contains(&item.span.start));
            options.map(|item| item.id).collect()
        };
        // An option without an id has a fault of its own.
        let (Some(theirs), Some(ours)) = (ids(self.english, english), ids(self.own, own)) else {
            return;
        };
        if theirs != ours {
            let place = self.english.place(english.open.start);
            let message = format!(
                "the options are {}, in English {}, {place}",
                ours.join(", "),
                theirs.join(", ")
            );
            let mend = "write the same options in the same order, each with its English id";
            self.fault(&own.open, "quiz-parity", message, mend);
        }
    }

    fn exercise(&mut self, english: &Element, own: &Element) {
        let hints = |chapter: &Chapter, element: &Element| {
            let (items, _) = items(&chapter.text[element.inner.clone()]);
            items.iter().filter(|item| item.ordered).count()
        };
        let (theirs, ours) = (hints(self.english, english), hints(self.own, own));
        let place = self.english.place(english.open.start);
        if theirs != ours && ours > 0 {
            let message = format!("{ours} hints, in English {theirs}, {place}");
            self.fault(
                &own.open,
                "exercise-parity",
                message,
                "translate each hint of the numbered list",
            );
        }
        let ids = |chapter: &Chapter, element: &Element| -> BTreeSet<String> {
            verdicts(chapter, element)
                .into_iter()
                .map(|(id, _)| id)
                .collect()
        };
        let (theirs, ours) = (ids(self.english, english), ids(self.own, own));
        for id in theirs.symmetric_difference(&ours) {
            let (message, mend) = if theirs.contains(id) {
                (
                    format!("the verdict `{id}` is missing, see {place}"),
                    "translate the item from the English chapter",
                )
            } else {
                (
                    format!("English has no verdict `{id}`, see {place}"),
                    "remove the item, or mend its id",
                )
            };
            self.fault(&own.open, "exercise-parity", message, mend);
        }
    }
}

/// The lines that a span covers.
fn lines(chapter: &Chapter, span: &Range<usize>) -> RangeInclusive<usize> {
    line_of(&chapter.text, span.start)..=line_of(&chapter.text, span.end.saturating_sub(1))
}

fn things(elements: &[&Element]) -> Vec<Thing> {
    let thing = |element: &&Element| {
        let label = match identity(element) {
            None | Some("") => format!("<{}>", element.name),
            Some(id) => format!("<{}> `{id}`", element.name),
        };
        Thing {
            key: label.clone(),
            label,
            span: element.open.clone(),
        }
    };
    elements.iter().map(thing).collect()
}
