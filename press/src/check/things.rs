//! What a part of a chapter holds besides words.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::align::Thing;
use super::diagrams::shape;
use super::links::is_external;
use super::sources::Chapter;
use super::target::Target;
use crate::markdown::{self, Document, Element, Fence};

/// How a message calls a diagram.
pub const DIAGRAM: &str = "the diagram";

static MARK: LazyLock<Regex> = LazyLock::new(|| Regex::new("[①-⑳]").expect("a correct pattern"));

/// A part of a chapter: a range of its text without its elements, or the
/// inside of one element.
pub struct Zone {
    range: Range<usize>,
    holes: Vec<Range<usize>>,
}

impl Zone {
    /// A section without the elements in it.
    pub fn outside(doc: &Document, range: Range<usize>) -> Self {
        let elements = doc.elements.iter().map(|element| element.span.clone());
        Self {
            holes: elements
                .filter(|span| range.contains(&span.start))
                .collect(),
            range,
        }
    }

    /// What stands between an element's tags.
    pub fn inside(element: &Element) -> Self {
        Self {
            range: element.inner.clone(),
            holes: Vec::new(),
        }
    }

    fn holds(&self, at: usize) -> bool {
        self.range.contains(&at) && !self.holes.iter().any(|hole| hole.contains(&at))
    }
}

/// Code blocks: equal to the letter, but for the words of diagrams.
pub fn fences(chapter: &Chapter, zone: &Zone) -> Vec<Thing> {
    let fences = chapter
        .doc
        .fences
        .iter()
        .filter(|fence| zone.holds(fence.span.start));
    let thing = |fence: &Fence| Thing {
        key: fence_key(fence),
        label: fence_label(fence),
        span: fence.span.clone(),
    };
    fences.map(thing).collect()
}

fn fence_key(fence: &Fence) -> String {
    if fence.language() != "mermaid" {
        return format!("{}\n{}", fence.info, fence.body);
    }
    format!("mermaid {}", shape(&fence.body))
}

fn fence_label(fence: &Fence) -> String {
    let directives = markdown::directives(&fence.body);
    match directives.first().and_then(Target::of) {
        Some(target) => format!("the block of {}", target.label()),
        None if fence.language() == "mermaid" => DIAGRAM.to_owned(),
        None => format!("the `{}` block", fence.info),
    }
}

/// What is put in outside code blocks, facts apart: traces above all.
pub fn directives(chapter: &Chapter, zone: &Zone) -> Vec<Thing> {
    let in_fence = |at: usize| {
        chapter
            .doc
            .fences
            .iter()
            .any(|fence| fence.span.contains(&at))
    };
    let directives = chapter.doc.directives.iter();
    directives
        .filter(|one| one.name != "fact" && zone.holds(one.span.start) && !in_fence(one.span.start))
        .map(|one| {
            thing(
                format!(
                    "`{{{{#{}}}}}`",
                    format!("{} {}", one.name, one.argument).trim()
                ),
                one.span.clone(),
            )
        })
        .collect()
}

/// Numbers in prose: the same ones, in whatever order the language likes.
pub fn facts(chapter: &Chapter, zone: &Zone) -> Vec<Thing> {
    let facts = chapter
        .doc
        .directives
        .iter()
        .filter(|one| one.name == "fact");
    let facts = facts.filter(|one| zone.holds(one.span.start));
    sorted(facts.map(|one| {
        thing(
            format!("the number `{{{{#fact {}}}}}`", one.argument),
            one.span.clone(),
        )
    }))
}

/// ① and its like: each is explained in the same section.
pub fn callouts(chapter: &Chapter, zone: &Zone) -> Vec<Thing> {
    let mut found = BTreeMap::new();
    let text = chapter.text.get(zone.range.clone()).unwrap_or_default();
    for mark in MARK.find_iter(text) {
        let at = zone.range.start + mark.start();
        if zone.holds(at) {
            let span = at..at + mark.len();
            found.entry(mark.as_str()).or_insert(span);
        }
    }
    found
        .into_iter()
        .map(|(mark, span)| thing(format!("the mark {mark}"), span))
        .collect()
}

/// Links within the book. Other sites may have a page in the reader's language.
pub fn links(chapter: &Chapter, zone: &Zone) -> Vec<Thing> {
    let links = chapter
        .doc
        .links
        .iter()
        .filter(|link| zone.holds(link.span.start));
    let inner = links.filter(|link| !is_external(&link.target));
    let mut things = sorted(
        inner.map(|link| thing(format!("the link to `{}`", link.target), link.span.clone())),
    );
    things.dedup_by(|a, b| a.key == b.key);
    things
}

fn thing(label: String, span: Range<usize>) -> Thing {
    Thing {
        key: label.clone(),
        label,
        span,
    }
}

fn sorted(things: impl Iterator<Item = Thing>) -> Vec<Thing> {
    let mut things: Vec<Thing> = things.collect();
    things.sort_by(|a, b| a.key.cmp(&b.key));
    things
}
