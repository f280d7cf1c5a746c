//! The structure of a chapter's Markdown: headings, fences, elements, links.
//!
//! One scan serves the overlay, the gates, the status and the page: they all
//! see what mdBook's own parser sees, with places in the source.

mod items;

use std::ops::Range;

use html_escape::decode_html_entities;
use lol_html::{RewriteStrSettings, element, rewrite_str};
use mdbook_markdown::pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};
use mdbook_markdown::{MarkdownOptions, new_cmark_parser};

pub use items::{Item, first_block, items};

/// A heading and its explicit id.
#[derive(Debug, Clone)]
pub struct Heading {
    /// 1 for the chapter's title.
    pub level: u8,
    /// The id between `{#` and `}`, if it is there.
    pub id: Option<String>,
    /// The words, without markup.
    pub title: String,
    /// Where it stands.
    pub span: Range<usize>,
}

/// A fenced code block.
#[derive(Debug, Clone)]
pub struct Fence {
    /// Whether it stands between fences; else it is indented code.
    pub fenced: bool,
    /// The whole info string.
    pub info: String,
    /// The text between the fences, without the container's prefix.
    pub body: String,
    /// The whole block.
    pub span: Range<usize>,
}

impl Fence {
    /// The first word of the info string: the language.
    pub fn language(&self) -> &str {
        self.words().next().unwrap_or_default()
    }

    /// The words of the info string.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.info
            .split([',', ' ', '\t'])
            .filter(|word| !word.is_empty())
    }

    /// Whether rustdoc sees a program in it.
    pub fn is_rust(&self) -> bool {
        self.language() == "rust"
    }
}

/// One of our elements: `<poll-quiz id="…">` … `</poll-quiz>`.
#[derive(Debug, Clone)]
pub struct Element {
    /// `poll-card`, `poll-quiz`, `poll-exercise` or `poll-explorer`.
    pub name: String,
    /// The attributes in the order they were written.
    pub attrs: Vec<(String, String)>,
    /// The opening tag.
    pub open: Range<usize>,
    /// What stands between the tags.
    pub inner: Range<usize>,
    /// From the opening tag to the end of the closing one.
    pub span: Range<usize>,
}

impl Element {
    /// An attribute's value.
    pub fn attr(&self, name: &str) -> Option<&str> {
        self.attrs
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

/// A `{{#name argument}}` in the source.
#[derive(Debug, Clone)]
pub struct Directive {
    /// `include`, `rustdoc_include`, `fact`, `trace`.
    pub name: String,
    /// What follows the name.
    pub argument: String,
    /// From the first brace to the last.
    pub span: Range<usize>,
}

/// A link's or an image's target.
#[derive(Debug, Clone)]
pub struct Link {
    /// As written.
    pub target: String,
    /// Where the whole link stands.
    pub span: Range<usize>,
}

/// A chapter's structure.
#[derive(Debug, Default, Clone)]
pub struct Document {
    /// In the order of the text.
    pub headings: Vec<Heading>,
    /// In the order of the text.
    pub fences: Vec<Fence>,
    /// In the order of the text.
    pub elements: Vec<Element>,
    /// In the order of the text.
    pub directives: Vec<Directive>,
    /// In the order of the text.
    pub links: Vec<Link>,
    /// Tags of ours that open or close nothing: the tag's text and place.
    pub unpaired: Vec<(String, Range<usize>)>,
}

/// Iterates mdBook's own parser over a text, with places.
pub fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    new_cmark_parser(text, &MarkdownOptions::default()).into_offset_iter()
}

/// Scans a chapter.
pub fn scan(text: &str) -> Document {
    let mut doc = Document {
        directives: directives(text),
        ..Document::default()
    };
    let mut heading: Option<Heading> = None;
    let mut fence: Option<Fence> = None;
    let mut tags = Vec::new();
    for (event, span) in events(text) {
        match event {
            Event::Start(Tag::Heading { level, id, .. }) => {
                heading = Some(Heading {
                    level: level as u8,
                    id: id.map(|id| id.to_string()),
                    title: String::new(),
                    span,
                });
            }
            Event::End(TagEnd::Heading(_)) => doc.headings.extend(heading.take()),
            Event::Start(Tag::CodeBlock(kind)) => {
                let (fenced, info) = match kind {
                    CodeBlockKind::Fenced(info) => (true, info.to_string()),
                    CodeBlockKind::Indented => (false, String::new()),
                };
                fence = Some(Fence {
                    fenced,
                    info,
                    body: String::new(),
                    span,
                });
            }
            Event::End(TagEnd::CodeBlock) => doc.fences.extend(fence.take()),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                doc.links.push(Link {
                    target: dest_url.to_string(),
                    span,
                });
            }
            Event::Text(words) => {
                if let Some(fence) = &mut fence {
                    fence.body.push_str(&words);
                    continue;
                }
                if let Some(heading) = &mut heading {
                    heading.title.push_str(&words);
                }
            }
            Event::Code(words) => {
                if let Some(heading) = &mut heading {
                    heading.title.push_str(&words);
                }
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                tags.extend(tag_of(&html, &span));
            }
            _ => {}
        }
    }
    pair(tags, &mut doc);
    doc
}

struct TagSeen {
    closing: bool,
    name: String,
    attrs: Vec<(String, String)>,
    text: String,
    span: Range<usize>,
}

/// Our tag in a piece of HTML, if the piece is one.
fn tag_of(html: &str, span: &Range<usize>) -> Option<TagSeen> {
    let text = html.trim();
    let (closing, rest) = match text.strip_prefix("</") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('<')?),
    };
    if !rest.starts_with("poll-") {
        return None;
    }
    let name: String = rest
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let attrs = if closing {
        Vec::new()
    } else {
        attributes(text, &name)
    };
    let start = span.start + html.find('<').unwrap_or_default();
    Some(TagSeen {
        closing,
        name,
        attrs,
        text: text.to_owned(),
        span: start..start + text.len(),
    })
}

/// The attributes of the first element `name` in a piece of HTML.
fn attributes(html: &str, name: &str) -> Vec<(String, String)> {
    let mut found = None;
    let settings =
        RewriteStrSettings::new().append_element_content_handler(element!(name, |tag| {
            let each = tag.attributes().iter().map(|attribute| {
                let value = attribute.value();
                (attribute.name(), decode_html_entities(&value).into_owned())
            });
            found.get_or_insert_with(|| each.collect());
            Ok(())
        }));
    match rewrite_str(html, settings) {
        Ok(_) => found.unwrap_or_default(),
        // What is no HTML has no attributes.
        Err(_) => Vec::new(),
    }
}

fn pair(tags: Vec<TagSeen>, doc: &mut Document) {
    let mut open: Option<TagSeen> = None;
    for tag in tags {
        match (tag.closing, open.take()) {
            (false, None) => open = Some(tag),
            (true, Some(start)) if start.name == tag.name => doc.elements.push(Element {
                name: start.name,
                attrs: start.attrs,
                inner: start.span.end..tag.span.start,
                span: start.span.start..tag.span.end,
                open: start.span,
            }),
            (false, Some(start)) => {
                doc.unpaired.push((start.text, start.span));
                open = Some(tag);
            }
            (true, start) => {
                doc.unpaired.extend(start.map(|s| (s.text, s.span)));
                doc.unpaired.push((tag.text, tag.span));
            }
        }
    }
    doc.unpaired.extend(open.map(|s| (s.text, s.span)));
}

/// All `{{#…}}` of a text, in fences too: mdBook expands them everywhere.
pub fn directives(text: &str) -> Vec<Directive> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("{{#").map(|at| from + at) {
        let end = text[start..].find("}}").map(|at| start + at + 2);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = end.filter(|&end| end <= line_end).unwrap_or(line_end);
        let inner = text[start + 3..end].trim_end_matches('}').trim();
        let (name, argument) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        found.push(Directive {
            name: name.to_owned(),
            argument: argument.trim().to_owned(),
            span: start..end,
        });
        from = end.max(start + 3);
    }
    found
}

/// Words of prose, code apart: what the reading time is computed from.
pub fn words(text: &str) -> usize {
    let (mut words, mut code) = (0, false);
    for (event, _) in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => code = true,
            Event::End(TagEnd::CodeBlock) => code = false,
            Event::Text(text) if !code => words += text.split_whitespace().count(),
            _ => {}
        }
    }
    words
}

/// Applies replacements to a text; they must not overlap.
pub fn edit(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, with) in edits {
        out.push_str(&text[at..span.start]);
        out.push_str(&with);
        at = span.end;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIZ: &str = "\
# Title {#slug}

<poll-quiz id=\"a\" kind=\"one\" answer=\"x1\">

Question?

- [x1] Option.

  Why.
- [x2]

  ```text
  out
  ```

  Why not.

</poll-quiz>
";

    #[test]
    fn elements_pair_and_keep_attributes() {
        let doc = scan(QUIZ);
        assert_eq!(doc.elements.len(), 1);
        assert_eq!(doc.elements[0].attr("answer"), Some("x1"));
        assert!(doc.unpaired.is_empty());
        assert_eq!(doc.headings[0].id.as_deref(), Some("slug"));
    }

    #[test]
    fn items_lose_marker_id_and_indentation() {
        let doc = scan(QUIZ);
        let (items, lists) = items(&QUIZ[doc.elements[0].inner.clone()]);
        assert_eq!(lists.len(), 1);
        assert_eq!(items[0].id.as_deref(), Some("x1"));
        assert_eq!(items[0].text, "Option.\n\nWhy.");
        assert_eq!(items[1].text, "```text\nout\n```\n\nWhy not.");
        assert_eq!(first_block(&items[1].text).1, "Why not.");
    }

    #[test]
    fn an_unclosed_element_is_seen() {
        let doc = scan("<poll-quiz id=\"a\">\n\ntext\n");
        assert_eq!(doc.unpaired.len(), 1);
    }

    #[test]
    fn directives_end_with_their_line() {
        let found = directives("a {{#fact x.y}} b\n{{#include\nz}}");
        assert_eq!(found[0].argument, "x.y");
        assert_eq!(found[1].name, "include");
    }
}
