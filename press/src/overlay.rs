//! The first preprocessor: a locale's words over the English book.
//!
//! Runs before mdBook expands includes. It replaces each chapter's text and
//! title by the file of the same name in `src/<locale>/`, takes over what is
//! said once in English (the keys of quizzes), and writes facts out.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use mdbook_driver::builtin_preprocessors::LinkPreprocessor;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::facts::Facts;
use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::markdown::{self, Element, Fence};
use crate::project::{Project, read_text};
use crate::sections;

/// The preprocessor's name in `book.toml`.
pub const NAME: &str = "overlay";

/// See the module's documentation.
#[derive(Debug, Default)]
pub struct Overlay {
    /// The one chapter that is to have a text.
    only: Option<String>,
}

impl Overlay {
    /// Over all chapters, or over one: the others keep their titles alone.
    pub fn new(only: Option<&str>) -> Self {
        Self {
            only: only.map(str::to_owned),
        }
    }

    fn is_left_out(&self, chapter: &Chapter) -> bool {
        self.only.is_some() && self.only != slug(chapter)
    }
}

impl Preprocessor for Overlay {
    fn name(&self) -> &str {
        NAME
    }

    fn run(&self, ctx: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let tag = ctx.config.book.language.as_deref().unwrap_or(SOURCE);
        let locale = Locale::load(&ctx.root, tag).map_err(|fault| anyhow!("{fault}"))?;
        let facts = Facts::load(&ctx.root).map_err(|faults| anyhow!("{}", faults[0]))?;
        let mut failed = None;
        book.for_each_mut(|item| {
            let done = match item {
                BookItem::Chapter(chapter) if self.is_left_out(chapter) => {
                    leave_out(ctx, &locale, chapter)
                }
                BookItem::Chapter(chapter) => overlay_chapter(ctx, &locale, &facts, chapter),
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
    ctx: &PreprocessorContext,
    locale: &Locale,
    facts: &Facts,
    chapter: &mut Chapter,
) -> Result<()> {
    let Some(slug) = slug(chapter) else {
        return Ok(());
    };
    let english = std::mem::take(&mut chapter.content);
    let html = ctx.renderer == "html";
    let text = chapter_text(&ctx.root, locale, &slug, &english, html)?;
    if let Some(title) = title(&text) {
        chapter.name = title;
    }
    let text = with_facts(&text, locale, facts).with_context(|| slug.clone())?;
    chapter.content = with_listing_names(&text, &|directive| expand(ctx, directive));
    Ok(())
}

/// Leaves of a chapter what the pages of others show: its title.
fn leave_out(ctx: &PreprocessorContext, locale: &Locale, chapter: &mut Chapter) -> Result<()> {
    let english = std::mem::take(&mut chapter.content);
    let Some(slug) = slug(chapter) else {
        return Ok(());
    };
    let own = read_text(&ctx.root, &Project::path(&locale.tag, &slug))
        .map_err(|fault| anyhow!("{fault}"))?;
    if let Some(title) = title(own.as_deref().unwrap_or(&english)) {
        chapter.name = title;
    }
    Ok(())
}

/// A chapter's file name without extension; a draft has none.
pub fn slug(chapter: &Chapter) -> Option<String> {
    let path = chapter.source_path.as_ref()?;
    Some(path.with_extension("").display().to_string())
}

/// A chapter's title: the words of its first heading, `# …` on a line of its own.
pub fn title(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with("# "))?;
    let heading = markdown::scan(line).headings.into_iter().next()?;
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
    let now = sections::of(english);
    let stale = stamp.is_none_or(|stamp| !sections::changed(&stamp, &now).is_empty());
    Ok(if html && stale {
        after_title(&text, &notice("stale", locale))
    } else {
        text
    })
}

fn notice(kind: &str, locale: &Locale) -> String {
    let key = format!("notice_{kind}");
    format!(
        "<div class=\"notice notice-{kind}\" role=\"note\">{}</div>",
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
    match identity_name(&element.name) {
        Some(name) => element.attr(name),
        None => Some(""),
    }
}

/// The name of that attribute.
pub fn identity_name(element: &str) -> Option<&'static str> {
    match element {
        "poll-quiz" => Some("id"),
        "poll-exercise" => Some("name"),
        "poll-explorer" => Some("output"),
        _ => None,
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

/// An English chapter as a translation starts from it: each element keeps
/// only the attribute by which it finds its original.
pub fn skeleton(english: &str) -> String {
    let edits = markdown::scan(english)
        .elements
        .into_iter()
        .map(|mut element| {
            element
                .attrs
                .retain(|(name, _)| Some(name.as_str()) == identity_name(&element.name));
            (element.open.clone(), tag(&element))
        })
        .collect();
    markdown::edit(english, edits)
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
fn with_listing_names(text: &str, expand: &dyn Fn(&str) -> String) -> String {
    let mut edits = Vec::new();
    for fence in markdown::scan(text).fences {
        edits.extend(nested_include(text, &fence, expand));
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

/// The text of an include inside a list or a quote.
///
/// mdBook puts a file in as it is. In a container each of its lines needs the
/// container's prefix, or the fence ends after the first.
pub fn nested_include(
    text: &str,
    fence: &Fence,
    expand: &dyn Fn(&str) -> String,
) -> Option<(Range<usize>, String)> {
    let line = text[..fence.span.start].rfind('\n').map_or(0, |at| at + 1);
    let prefix: String = text[line..fence.span.start]
        .chars()
        .map(|c| if c == '>' { '>' } else { ' ' })
        .collect();
    let body = fence.body.trim();
    let directives = markdown::directives(body);
    let include = matches!(directives.as_slice(), [one] if one.span == (0..body.len())
        && matches!(one.name.as_str(), "include" | "rustdoc_include"));
    if prefix.is_empty() || !include {
        return None;
    }
    let at = fence.span.start + text[fence.span.clone()].find(body)?;
    let mut lines = String::new();
    for (n, line) in expand(body).lines().enumerate() {
        if n > 0 {
            lines.push('\n');
            lines.push_str(if line.is_empty() {
                prefix.trim_end()
            } else {
                &prefix
            });
        }
        lines.push_str(line);
    }
    Some((at..at + body.len(), lines))
}

/// What mdBook makes of an include.
pub fn expand(ctx: &PreprocessorContext, directive: &str) -> String {
    let chapter = Chapter::new("", directive.to_owned(), "chapter.md", Vec::new());
    let book = Book::new_with_items(vec![BookItem::Chapter(chapter)]);
    let book = LinkPreprocessor::new().run(ctx, book);
    let text = book
        .ok()
        .and_then(|book| Some(book.chapters().next()?.content.clone()));
    text.unwrap_or_else(|| directive.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_taken_from_english() {
        let english = "<poll-quiz id=\"a\" kind=\"one\" answer=\"x1\">\n\nQ\n\n</poll-quiz>\n";
        let own = "<poll-quiz id=\"a\">\n\nВ\n\n</poll-quiz>\n";
        let text = inherit(own, english).expect("inherits");
        for key in ["id=\"a\"", "kind=\"one\"", "answer=\"x1\""] {
            assert!(text.contains(key), "{text}");
        }
        assert!(inherit("<poll-quiz id=\"b\">\n\n</poll-quiz>\n", english).is_err());
    }

    #[test]
    fn a_fence_notes_its_file() {
        let text = "```rust\n{{#rustdoc_include ../../listings/examples/a.rs:x}}\n```\n";
        assert_eq!(
            with_listing_names(text, &str::to_owned),
            "```rust,from=listings/examples/a.rs,anchor=x\n{{#rustdoc_include ../../listings/examples/a.rs:x}}\n```\n"
        );
    }

    #[test]
    fn an_include_in_a_list_keeps_its_container() {
        let text = "- a\n\n  ```text\n  {{#include x.txt}}\n  ```\n";
        assert_eq!(
            with_listing_names(text, &|_| "one\n\ntwo".to_owned()),
            "- a\n\n  ```text,from=x.txt,anchor=\n  one\n\n  two\n  ```\n"
        );
    }
}
