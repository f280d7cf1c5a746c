//! The chapters after mdBook's includes, and what mdBook logs on the way.
//!
//! The overlay itself stops at the first thing that is wrong. The gates go
//! on: an unknown fact has a fault of its own and must not hide the others.

use std::collections::BTreeMap;
use std::thread;

use mdbook_driver::MDBook;
use mdbook_driver::builtin_preprocessors::LinkPreprocessor;
use mdbook_preprocessor::book::{Book as MdBook, BookItem, Chapter as MdChapter};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use super::sources::{Book, Chapter, Sources};
use crate::book;
use crate::elements::generated;
use crate::fault::{Fault, Faults};
use crate::markdown::{directives, edit};
use crate::overlay::{expand, nested_include};
use crate::project::Project;
use crate::workers::joined;

/// The text of each chapter with everything included; elements stand in it as
/// they were written.
pub struct Expansion {
    /// By tag and slug.
    texts: BTreeMap<(String, String), String>,
}

impl Expansion {
    /// Expands all chapters, one thread for each book.
    ///
    /// Includes and facts have gates of their own. What is left over or logged
    /// though these find nothing is a fault here.
    pub fn of(sources: &Sources<'_>, faults: &mut Faults) -> Self {
        let explained = faults.errors() > 0;
        let results: Vec<_> = thread::scope(|scope| {
            let workers: Vec<_> = sources
                .books()
                .map(|book| {
                    scope.spawn(|| (book.locale.tag.clone(), expand_book(sources.project, book)))
                })
                .collect();
            workers.into_iter().map(joined).collect()
        });
        let mut texts = BTreeMap::new();
        for (tag, (chapters, logged)) in results {
            for (slug, text) in chapters {
                if !explained {
                    faults.0.extend(leftover(&tag, &slug, &text));
                }
                texts.insert((tag.clone(), slug), text);
            }
            if !explained {
                faults
                    .0
                    .extend(logged.iter().map(|line| log_fault("book.toml", line)));
            }
        }
        if !explained {
            config(sources.project, faults);
        }
        Self { texts }
    }

    /// A chapter's text.
    pub fn text(&self, tag: &str, slug: &str) -> Option<&str> {
        let key = (tag.to_owned(), slug.to_owned());
        self.texts.get(&key).map(String::as_str)
    }
}

fn expand_book(project: &Project, book: &Book<'_>) -> (Vec<(String, String)>, Vec<String>) {
    let Ok(config) = project.config(book.locale) else {
        return (Vec::new(), Vec::new());
    };
    let ctx = PreprocessorContext::new(project.root.clone(), config, "test".to_owned());
    let chapters = book.chapters.iter().map(|chapter| {
        let path = format!("{}.md", chapter.slug);
        let text = own_directives(&ctx, chapter);
        BookItem::Chapter(MdChapter::new(&chapter.slug, text, path, Vec::new()))
    });
    let expanded = LinkPreprocessor::new().run(&ctx, MdBook::new_with_items(chapters.collect()));
    let texts = expanded.iter().flat_map(MdBook::chapters);
    let texts = texts.map(|chapter| (chapter.name.clone(), chapter.content.clone()));
    (texts.collect(), book::take_logged())
}

/// Puts something in for each fact, known or not, and includes what stands in
/// a list or a quote, as the overlay does.
fn own_directives(ctx: &PreprocessorContext, chapter: &Chapter) -> String {
    let facts = chapter
        .doc
        .directives
        .iter()
        .filter(|one| one.name == "fact");
    let mut edits: Vec<_> = facts
        .map(|fact| (fact.span.clone(), "0".to_owned()))
        .collect();
    for fence in &chapter.doc.fences {
        edits.extend(nested_include(&chapter.text, fence, &|directive| {
            expand(ctx, directive)
        }));
    }
    edit(&chapter.text, edits)
}

fn leftover(tag: &str, slug: &str, text: &str) -> Option<Fault> {
    let mut left = directives(text)
        .into_iter()
        .filter(|one| one.name != "trace" && !generated::NAMES.contains(&&*one.name));
    left.next().map(|one| {
        Fault::file(
            Project::path(tag, slug),
            "leftover-directive",
            format!("the page would show {}", &text[one.span]),
            "write the text itself instead of the braces",
        )
    })
}

/// mdBook's own view of its configuration and of the list of chapters.
fn config(project: &Project, faults: &mut Faults) {
    let Some(config) = project
        .locales
        .first()
        .and_then(|locale| project.config(locale).ok())
    else {
        return;
    };
    let loaded = MDBook::load_with_config(&project.root, config);
    let logged = book::take_logged();
    faults
        .0
        .extend(logged.iter().map(|line| log_fault("book.toml", line)));
    if let Err(error) = loaded {
        faults.push(log_fault("book.toml", &format!("{error:#}")));
    }
}

fn log_fault(path: &str, line: &str) -> Fault {
    Fault::file(
        path,
        "mdbook-log",
        format!("mdBook says: {line}"),
        "mend what mdBook names; its documentation explains the message",
    )
}
