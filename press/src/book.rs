//! One locale's book through mdBook, in this process.

use std::cell::RefCell;
use std::path::Path;

use anyhow::Result;
use mdbook_driver::MDBook;
use mdbook_driver::book::Book;
use mdbook_driver::builtin_preprocessors::LinkPreprocessor;
use mdbook_driver::config::Config;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::elements::Elements;
use crate::locale::Locale;
use crate::overlay::Overlay;
use crate::project::Project;

/// A chapter's expanded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The chapter.
    pub slug: String,
    /// Its Markdown after expansion.
    pub markdown: String,
}

/// mdBook with our preprocessors in place of the commands in `book.toml`.
///
/// With a chapter's slug the others have titles and no text.
pub fn load(root: &Path, config: Config, only: Option<&str>) -> Result<MDBook> {
    let mut book = MDBook::load_with_config(root, config)?;
    book.with_preprocessor(Overlay::new(only));
    book.with_preprocessor(Elements);
    Ok(book)
}

/// The chapters of a locale as rustdoc and skeptic get them.
pub fn for_rustdoc(project: &Project, locale: &Locale) -> Result<Vec<Expanded>> {
    run(
        project,
        locale,
        &[&Overlay::default(), &LinkPreprocessor::new(), &Elements],
    )
}

/// The chapters of a locale with everything included and our elements as
/// they were written: what the gates look at.
pub fn included(project: &Project, locale: &Locale) -> Result<Vec<Expanded>> {
    run(
        project,
        locale,
        &[&Overlay::default(), &LinkPreprocessor::new()],
    )
}

fn run(project: &Project, locale: &Locale, stages: &[&dyn Preprocessor]) -> Result<Vec<Expanded>> {
    let config = project
        .config(locale)
        .map_err(|fault| anyhow::anyhow!("{fault}"))?;
    let loaded = MDBook::load_with_config(&project.root, config.clone())?;
    let ctx = PreprocessorContext::new(project.root.clone(), config, "test".to_owned());
    let mut book = loaded.book;
    for stage in stages {
        book = stage.run(&ctx, book)?;
    }
    Ok(chapters(&book))
}

fn chapters(book: &Book) -> Vec<Expanded> {
    book.chapters()
        .filter_map(|chapter| {
            let path = chapter.source_path.as_ref()?;
            Some(Expanded {
                slug: path.with_extension("").display().to_string(),
                markdown: chapter.content.clone(),
            })
        })
        .collect()
}

thread_local! {
    static LOGGED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Takes what mdBook has logged as an error or warning on this thread.
pub fn take_logged() -> Vec<String> {
    LOGGED.take()
}

/// Notes one line of mdBook's log; see [`crate::log`].
pub(crate) fn note_logged(line: String) {
    LOGGED.with_borrow_mut(|lines| lines.push(line));
}
