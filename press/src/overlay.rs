//! The first preprocessor: a locale's words over the English book.
//!
//! Runs before mdBook expands includes. It replaces each chapter's text and
//! title by the file of the same name in `src/<locale>/`, takes over what is
//! said once in English (the keys of quizzes), and writes facts out.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::facts::Facts;
use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::markdown::{self, Element};
use crate::project::{Project, read_text};
use crate::sections;

/// The preprocessor's name in `book.toml`.
pub const NAME: &str = "overlay";

/// See the module's documentation.
#[derive(Debug, Default)]
pub struct Overlay;

impl Preprocessor for Overlay {
    fn name(&self) -> &str {
        NAME
    }

    fn run(&self, ctx: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let tag = ctx.config.book.language.as_deref().unwrap_or(SOURCE);
        let locale = Locale::load(&ctx.root, tag).map_err(|fault| anyhow!("{fault}"))?;
        let facts = Facts::load(&ctx.root).map_err(|faults| anyhow!("{}", faults[0]))?;
        let html = ctx.renderer == "html";
        let mut failed = None;
        book.for_each_mut(|item| {
            let done = match item {
                BookItem::Chapter(chapter) => {
                    overlay_chapter(&ctx.root, &locale, &facts, html, chapter)
                }
                BookItem::PartTitle(title) => locale
                    .part(title)
                    .map(|translated| *title = translated.to_owned())
                    .ok_or_else(|| anyhow!("no part in src/en/locale.toml reads `{title}`")),
                BookItem::Separator => Ok(()),
            };
            if let Err(error) = done {
                failed.get_or_insert(error);
            }
        });
        failed.map_or(Ok(book), Err)
    }
}

fn overlay_chapter(
    root: &Path,
    locale: &Locale,
    facts: &Facts,
    html: bool,
    chapter: &mut Chapter,
) -> Result<()> {
    let Some(source) = &chapter.source_path else {
        return Ok(());
    };
    let slug = source.with_extension("").display().to_string();
    let english = std::mem::take(&mut chapter.content);
    let text = chapter_text(root, locale, &slug, &english, html)?;
    if let Some(title) = title(&text) {
        chapter.name = title;
    }
    let text = with_facts(&text, locale, facts).with_context(|| slug.clone())?;
    chapter.content = with_listing_names(&text);
    Ok(())
}

/// A chapter's title: the words of its first heading.
pub fn title(text: &str) -> Option<String> {
    let heading = markdown::scan(text).headings.into_iter().next()?;
    Some(heading.title.trim().to_owned())
}

/// The locale's text of a chapter, or English with a notice.
fn chapter_text(
    root: &Path,
    locale: &Locale,
    slug: &str,
    english: &str,
    html: bool,
) -> Result<String> {
    if locale.is_source() {
        return Ok(english.to_owned());
    }
    let path = Project::path(&locale.tag, slug);
    let own = read_text(root, &path).map_err(|fault| anyhow!("{fault}"))?;
    let Some(own) = own else {
        return Ok(if html {
            fallback(locale, english)
        } else {
            english.to_owned()
        });
    };
    let (stamp, text) = sections::split(&own);
    let text = inherit(text, english)?;
    let stale = stamp.is_none_or(|stamp| !sections::changed(&stamp, english).is_empty());
    Ok(if html && stale {
        after_title(&text, &notice("stale", locale))
    } else {
        text
    })
}

fn notice(kind: &str, locale: &Locale) -> String {
    let key = format!("notice_{kind}");
    format!(
        "<aside class=\"notice notice-{kind}\">{}</aside>",
        escape(locale.ui(&key))
    )
}

/// English text inside another language's book: marked as what it is.
fn fallback(locale: &Locale, english: &str) -> String {
    format!(
        "{}\n\n<div lang=\"{SOURCE}\">\n\n{english}\n\n</div>\n",
        notice("missing", locale)
    )
}

fn after_title(text: &str, html: &str) -> String {
    let headings = markdown::scan(text).headings;
    let at = headings.first().map_or(0, |heading| heading.span.end);
    format!("{}\n{html}\n\n{}", &text[..at], &text[at..])
}

/// The attribute by which an element finds its English original.
pub fn identity(element: &Element) -> Option<&str> {
    match element.name.as_str() {
        "poll-quiz" => element.attr("id"),
        "poll-exercise" => element.attr("name"),
        _ => Some(""),
    }
}

/// Takes over the attributes that are said once, in the English chapter.
pub fn inherit(text: &str, english: &str) -> Result<String> {
    let originals = markdown::scan(english).elements;
    let mut edits = Vec::new();
    for element in markdown::scan(text).elements {
        let original = originals
            .iter()
            .find(|other| other.name == element.name && identity(other) == identity(&element))
            .with_context(|| {
                let tag = &text[element.open.clone()];
                format!("the English chapter has no element like `{tag}`")
            })?;
        edits.push((element.open.clone(), tag(original)));
    }
    Ok(markdown::edit(text, edits))
}

fn tag(element: &Element) -> String {
    let mut tag = format!("<{}", element.name);
    for (name, value) in &element.attrs {
        tag.push_str(&attribute(name, value));
    }
    tag.push('>');
    tag
}

fn with_facts(text: &str, locale: &Locale, facts: &Facts) -> Result<String> {
    let mut edits = Vec::new();
    for directive in markdown::directives(text) {
        if directive.name == "fact" {
            let Some(number) = facts.0.get(&directive.argument) else {
                bail!("there is no fact `{}`", directive.argument);
            };
            edits.push((directive.span, locale.number(number)));
        }
    }
    Ok(markdown::edit(text, edits))
}

/// Notes in each fence's info string which file it shows: after mdBook's
/// expansion nothing else would tell. The second preprocessor takes it out.
fn with_listing_names(text: &str) -> String {
    let mut edits = Vec::new();
    for fence in markdown::scan(text).fences {
        let body = fence.body.trim();
        let directives = markdown::directives(body);
        let [directive] = directives.as_slice() else {
            continue;
        };
        if directive.span != (0..body.len()) || fence.info.is_empty() {
            continue;
        }
        let (path, anchor) = directive
            .argument
            .split_once(':')
            .unwrap_or((&directive.argument, ""));
        let path = path.trim_start_matches("../");
        let Some(at) = text[fence.span.clone()].find(&fence.info) else {
            continue;
        };
        let end = fence.span.start + at + fence.info.len();
        edits.push((end..end, format!(",from={path},anchor={anchor}")));
    }
    markdown::edit(text, edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_taken_from_english() {
        let english = "<poll-quiz id=\"a\" kind=\"one\" answer=\"x1\">\n\nQ\n\n</poll-quiz>\n";
        let own = "<poll-quiz id=\"a\">\n\nВ\n\n</poll-quiz>\n";
        let text = inherit(own, english).expect("inherits");
        assert!(text.contains("kind=\"one\" answer=\"x1\""), "{text}");
        assert!(inherit("<poll-quiz id=\"b\">\n\n</poll-quiz>\n", english).is_err());
    }

    #[test]
    fn a_fence_notes_its_file() {
        let text = "```rust\n{{#rustdoc_include ../../listings/examples/a.rs:x}}\n```\n";
        assert_eq!(
            with_listing_names(text),
            "```rust,from=listings/examples/a.rs,anchor=x\n{{#rustdoc_include ../../listings/examples/a.rs:x}}\n```\n"
        );
    }
}
