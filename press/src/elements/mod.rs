//! The second preprocessor: from expanded Markdown to what is read or tested.
//!
//! Runs after mdBook expanded the includes. For pages it turns our elements
//! and all fences into HTML; for tests it leaves Markdown that rustdoc and
//! skeptic understand.

mod card;
pub mod citations;
mod code;
pub mod edition;
mod exercise;
pub mod explorer;
pub mod generated;
mod glossary;
pub mod measurements;
mod notices;
pub mod progress;
pub mod quiz;
pub mod run;
mod rustdoc;
mod trace;
mod translations;

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use mdbook_preprocessor::book::{Book, BookItem};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::markdown::{self, Element, Heading};
use crate::overlay::slug;

/// The preprocessor's name in `book.toml`.
pub const NAME: &str = "elements";

/// See the module's documentation.
#[derive(Debug, Default)]
pub struct Elements;

/// What every element needs to become HTML.
pub struct Page<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// The words around the text.
    pub locale: &'a Locale,
    /// Each chapter's slug and title in this locale.
    pub titles: &'a [(String, String)],
    /// Where the sources can be seen, if `book.toml` says so.
    pub repository: Option<&'a str>,
    /// What readers can do with listings.
    pub runs: &'a run::Runs,
}

impl Preprocessor for Elements {
    fn name(&self) -> &str {
        NAME
    }

    fn run(&self, ctx: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let tag = ctx.config.book.language.as_deref().unwrap_or(SOURCE);
        let locale = Locale::load(&ctx.root, tag).map_err(|fault| anyhow!("{fault}"))?;
        let titles: Vec<_> = book
            .chapters()
            .filter_map(|chapter| Some((slug(chapter)?, chapter.name.clone())))
            .collect();
        let runs = run::Runs::load(&ctx.root)?;
        let repository: Option<String> = ctx.config.get("output.html.git-repository-url")?;
        let page = Page {
            repository: repository.as_deref(),
            runs: &runs,
            root: &ctx.root,
            locale: &locale,
            titles: &titles,
        };
        let crates = rustdoc::crates(&ctx.root, &["dependencies"])?;
        let html = ctx.renderer == "html";
        let mut failed = None;
        book.for_each_mut(|item| {
            if let BookItem::Chapter(chapter) = item
                && let Some(slug) = slug(chapter)
            {
                let text = std::mem::take(&mut chapter.content);
                let done = if html {
                    render(&page, &text)
                } else {
                    Ok(rustdoc::render(&text, &crates))
                };
                match done.with_context(|| format!("src/{tag}/{slug}.md")) {
                    Ok(text) => chapter.content = text,
                    Err(error) => {
                        failed.get_or_insert(error);
                    }
                }
            }
        });
        failed.map_or(Ok(book), Err)
    }
}

/// A chapter for the page.
fn render(page: &Page<'_>, text: &str) -> Result<String> {
    let text = elements(page, text)?;
    let text = trace::render(page, &text)?;
    let text = generated::render(page, &text)?;
    let doc = markdown::scan(&text);
    let mut edits = code::render(page, doc.fences)?;
    edits.extend(contents(page, &text, &doc.headings));
    Ok(markdown::edit(&text, edits))
}

fn elements(page: &Page<'_>, text: &str) -> Result<String> {
    let mut edits = Vec::new();
    let doc = markdown::scan(text);
    for element in doc.elements {
        let inner = &text[element.inner.clone()];
        let html = match element.name.as_str() {
            "poll-card" => card::render(page, &element, inner, markdown::words(text)),
            "poll-quiz" => quiz::render(page, &element, inner),
            "poll-exercise" => exercise::render(page, &element, inner),
            "poll-explorer" => explorer::render(page, &element, inner),
            other => Err(anyhow!("there is no element <{other}>")),
        };
        let html = html.with_context(|| text[element.open.clone()].to_owned())?;
        edits.push((element.span, html));
    }
    Ok(markdown::edit(text, edits))
}

/// The list of a chapter's sections, under its card.
fn contents(page: &Page<'_>, text: &str, headings: &[Heading]) -> Option<(Range<usize>, String)> {
    let mut links = String::new();
    for heading in headings.iter().filter(|heading| heading.level == 2) {
        if let Some(id) = &heading.id {
            let href = attribute("href", &format!("#{id}"));
            links.push_str(&format!(
                "<li><a{href}>{}</a></li>",
                escape(heading.title.trim())
            ));
        }
    }
    if links.is_empty() {
        return None;
    }
    let nav = format!(
        "\n\n<nav class=\"toc\" aria-labelledby=\"toc-title\"><p id=\"toc-title\">{}</p><ul>{links}</ul></nav>\n\n",
        escape(page.locale.ui("on_this_page"))
    );
    let at = match text.find(card::END) {
        Some(at) => at + card::END.len(),
        None => headings.first().map_or(0, |heading| heading.span.end),
    };
    Some((at..at, nav))
}

/// A required attribute of an element.
pub(crate) fn required<'a>(element: &'a Element, name: &str) -> Result<&'a str> {
    element
        .attr(name)
        .with_context(|| format!("the attribute `{name}` is missing"))
}
