//! Diagrams: a text for those who cannot see them, and the traps of Mermaid's
//! grammar that are certain. Whether a diagram parses, a browser test tells.

use std::ops::Range;
use std::sync::LazyLock;

use mdbook_markdown::pulldown_cmark::Event;
use regex::Regex;

use super::sources::{Chapter, Sources};
use crate::fault::Faults;
use crate::markdown::{Fence, events, items};

/// Every Mermaid fence of every chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (_, chapter) in sources.chapters() {
        let mut folded = None;
        for fence in chapter
            .doc
            .fences
            .iter()
            .filter(|fence| fence.language() == "mermaid")
        {
            texts(chapter, fence, faults);
            let folded = folded.get_or_insert_with(|| folded_parts(chapter));
            if folded.iter().any(|part| part.contains(&fence.span.start)) {
                faults.push(chapter.fault(
                    &fence.span,
                    "diagram-in-details",
                    "the diagram stands in a part of the page that is folded at first",
                    "move it out of <details>, out of the options, out of the hints",
                ));
            }
            traps(chapter, fence, faults);
        }
    }
}

fn texts(chapter: &Chapter, fence: &Fence, faults: &mut Faults) {
    static TITLE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^\s*accTitle\s*:[ \t]*\S").expect("a constant pattern is well formed")
    });
    static DESCRIPTION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^\s*accDescr\s*(:[ \t]*\S|\{\s*[^}\s])")
            .expect("a constant pattern is well formed")
    });
    for (pattern, key, what) in [
        (&TITLE, "accTitle", "title"),
        (&DESCRIPTION, "accDescr", "description"),
    ] {
        if !pattern.is_match(&fence.body) {
            faults.push(chapter.fault(
                &fence.span,
                "diagram-without-text",
                format!("the diagram has no {what} for those who cannot see it"),
                format!("add the line `{key}: …` after the first line of the diagram"),
            ));
        }
    }
}

/// What is folded on the page: `<details>`, options and hints.
fn folded_parts(chapter: &Chapter) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    for element in &chapter.doc.elements {
        if element.name != "poll-card" {
            let (_, lists) = items(&chapter.text[element.inner.clone()]);
            let start = element.inner.start;
            parts.extend(
                lists
                    .iter()
                    .map(|list| start + list.start..start + list.end),
            );
        }
    }
    if chapter.text.contains("<details") {
        let mut open = Vec::new();
        for (event, span) in events(&chapter.text) {
            if let Event::Html(html) | Event::InlineHtml(html) = event {
                open.extend(html.matches("<details").map(|_| span.start));
                for _ in html.matches("</details") {
                    parts.extend(open.pop().map(|start| start..span.end));
                }
            }
        }
        parts.extend(open.into_iter().map(|start| start..chapter.text.len()));
    }
    parts
}

fn traps(chapter: &Chapter, fence: &Fence, faults: &mut Faults) {
    let block = &chapter.text[fence.span.clone()];
    let body = block.find('\n').map_or(block.len(), |at| at + 1);
    let statements = statements(&block[body..]);
    let Some(((_, first), rest)) = statements.split_first() else {
        return;
    };
    for (at, line) in rest {
        let found = match kind(first) {
            "sequenceDiagram" => semicolon(line),
            "flowchart" | "graph" => end_node(line),
            "stateDiagram" | "stateDiagram-v2" => colon(line),
            _ => None,
        };
        if let Some((rule, message, mend)) = found {
            let start = fence.span.start + body + at;
            faults.push(chapter.fault(&(start..start + line.len()), rule, message, mend));
        }
    }
}

/// What is the same in every language: the kind, and how many arrows it has.
pub fn shape(body: &str) -> String {
    let statements = statements(body);
    let first = statements.first().map_or("", |(_, line)| kind(line));
    let is_arrow = |line: &str| {
        ["--", "->", "==", "-."]
            .iter()
            .any(|arrow| line.contains(arrow))
    };
    let arrows = statements.iter().filter(|(_, line)| is_arrow(line)).count();
    format!("{first} {arrows}")
}

fn kind(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// The lines of a diagram and their places, without comments and without the
/// texts for those who cannot see it.
fn statements(body: &str) -> Vec<(usize, &str)> {
    let (mut statements, mut description, mut at) = (Vec::new(), false, 0);
    for raw in body.split_inclusive('\n') {
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        let line = raw.trim();
        if description || line.starts_with("accDescr") {
            description = !line.contains('}') && (description || line.contains('{'));
        } else if !(line.is_empty() || line.starts_with("%%") || line.starts_with("accTitle")) {
            statements.push((start, line));
        }
    }
    statements
}

type Trap = (&'static str, &'static str, &'static str);

/// In a sequence a semicolon ends the statement, unless it ends an entity.
fn semicolon(line: &str) -> Option<Trap> {
    static ENTITY: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("#[0-9A-Za-z]+;").expect("a constant pattern is well formed"));
    let line = ENTITY.replace_all(line, "");
    let (_, message) = line.split_once(':')?;
    message.trim_end_matches(';').contains(';').then_some((
        "diagram-semicolon",
        "Mermaid ends the message at the semicolon",
        "use a comma, or write #59; for the semicolon",
    ))
}

/// `end` closes a subgraph wherever it stands.
fn end_node(line: &str) -> Option<Trap> {
    static END: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(^|[-=.]+[>xo]?\s*(\|[^|]*\|)?\s*|&\s*)end\s*($|[\[({>&]|[-=.<]{2})")
            .expect("a constant pattern is well formed")
    });
    (line != "end" && END.is_match(line)).then_some((
        "diagram-end-node",
        "Mermaid takes a node called `end` for the end of a subgraph",
        "call the node `done` and put the word into its label: done[\"end\"]",
    ))
}

/// In a state diagram a colon may only stand before a label.
fn colon(line: &str) -> Option<Trap> {
    let other = ["note ", "state ", "class", "style ", "direction "];
    if other.iter().any(|word| line.starts_with(word)) || line.contains(":::") {
        return None;
    }
    let (_, label) = line.split_once(':')?;
    label.contains(':').then_some((
        "diagram-colon",
        "Mermaid allows no colon in the label of a state diagram",
        "write the label without it: Pending instead of Poll::Pending",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_is_a_node_only_where_a_node_stands() {
        for line in [
            "end",
            "a --> b[the end]",
            "a --> ending",
            "endpoint --> a",
            "a -->|the end| b",
        ] {
            assert!(end_node(line).is_none(), "{line}");
        }
        for line in [
            "a --> end",
            "end --> a",
            "a -- x --> end[End]",
            "a -->|x| end",
            "end[End]",
        ] {
            assert!(end_node(line).is_some(), "{line}");
        }
    }

    #[test]
    fn words_do_not_change_the_shape() {
        let one = "flowchart LR\n  accTitle: a --> b\n  a -- yes --> b[\"B\"]\n  b --> c\n";
        let other = "flowchart LR\n  accDescr {\n a --> b\n }\n  a -- да --> b[\"Б\"]\n  b --> c\n";
        assert_eq!(shape(one), "flowchart 2");
        assert_eq!(shape(one), shape(other));
    }

    #[test]
    fn semicolons_of_entities_are_fine() {
        assert!(semicolon("A->>B: one#59; two").is_none());
        assert!(semicolon("A->>B: one").is_none());
        assert!(semicolon("A->>B: one; two").is_some());
    }

    #[test]
    fn one_colon_is_the_labels_own() {
        assert!(colon("Idle --> Polled : poll").is_none());
        assert!(colon("note right of Idle : a: b").is_none());
        assert!(colon("Idle --> Done : Poll::Ready").is_some());
    }
}
