//! Lists and blocks of a text: what options, hints and verdicts are made of.

use std::ops::Range;

use mdbook_markdown::pulldown_cmark::{Event, Tag, TagEnd};

use super::events;

/// The items of the lists at the top level of a text.
#[derive(Debug, Clone)]
pub struct Item {
    /// Whether the list is numbered.
    pub ordered: bool,
    /// The `[id]` at its start, if there is one.
    pub id: Option<String>,
    /// The item's text, without marker, id and indentation.
    pub text: String,
    /// Where the item stands.
    pub span: Range<usize>,
}

/// The top-level list items of a text, and the span of each top-level list.
pub fn items(text: &str) -> (Vec<Item>, Vec<Range<usize>>) {
    let (mut items, mut lists) = (Vec::new(), Vec::new());
    let (mut depth, mut ordered) = (0, false);
    for (event, span) in events(text) {
        match event {
            Event::Start(Tag::List(start)) => {
                if depth == 0 {
                    ordered = start.is_some();
                    lists.push(span);
                }
                depth += 1;
            }
            Event::End(TagEnd::List(_)) => depth -= 1,
            Event::Start(Tag::Item) if depth == 1 => items.push(item(text, ordered, span)),
            _ => {}
        }
    }
    (items, lists)
}

fn item(text: &str, ordered: bool, span: Range<usize>) -> Item {
    let source = &text[span.clone()];
    let marker: usize = source.find(char::is_whitespace).map_or(source.len(), |at| {
        at + source[at..].len() - source[at..].trim_start_matches(' ').len()
    });
    let mut body = String::new();
    for (n, line) in source.lines().enumerate() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        body.push_str(&line[marker.min(if n == 0 { line.len() } else { indent })..]);
        body.push('\n');
    }
    let mut id = None;
    if let Some(rest) = body.strip_prefix('[')
        && let Some((word, rest)) = rest.split_once(']')
        && !rest.starts_with(['(', '[', ':'])
        && !word.is_empty()
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_.=".contains(c))
    {
        id = Some(word.to_owned());
        body = rest.trim_start_matches(' ').to_owned();
    }
    Item {
        ordered,
        id,
        text: body.trim_matches('\n').to_owned(),
        span,
    }
}

/// Splits a text after its first top-level block.
pub fn first_block(text: &str) -> (&str, &str) {
    let (mut depth, mut end) = (0, text.len());
    for (event, span) in events(text) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => {
                depth -= 1;
                if depth == 0 {
                    end = span.end;
                    break;
                }
            }
            _ => {}
        }
    }
    (text[..end].trim_end(), text[end..].trim_matches('\n'))
}
