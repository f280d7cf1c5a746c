//! The static site: one book per locale, built beside the old one and swapped.

mod page;
mod root;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow, bail, ensure};
use mdbook_driver::config::Config;

use crate::address::{self, BaseUrl};
use crate::elements::progress;
use crate::locale::{Locale, SOURCE};
use crate::project::Project;
use crate::publish::{Fresh, MARKER, refuse_foreign};
use crate::{book, check, footer, log, offline, search, theme, workers};

/// The page that hosts show for a missing address.
pub const MISSING: &str = "404.html";

/// How the site is built.
#[derive(Debug, Default, Clone)]
pub struct Site {
    /// Pages ask the server for news of the next build, and nothing is kept
    /// for reading offline.
    live: bool,
    /// Where it will stand, if that is known.
    base: Option<BaseUrl>,
    /// Set when nobody wants the site any more.
    stop: Arc<AtomicBool>,
}

impl Site {
    /// A site for [`crate::serve`].
    pub fn serving() -> Self {
        Self {
            live: true,
            ..Self::default()
        }
    }

    /// The same, given up as soon as `stop` is set.
    pub fn until(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    fn go_on(&self) -> Result<()> {
        ensure!(!self.stop.load(Ordering::Relaxed), "a newer build is due");
        Ok(())
    }

    /// A site that knows its address.
    pub fn at(base: Option<BaseUrl>) -> Self {
        Self {
            base,
            ..Self::default()
        }
    }

    /// Builds every locale into `out` and returns the number of pages.
    ///
    /// The site is written beside `out` and takes its place when it is whole:
    /// a reader of the old site never sees half of a new one, and a failure
    /// leaves the old one alone. All faults come back as one error's text.
    pub fn build(self, root: &Path, out: &Path) -> Result<usize> {
        self.prepare(root, out)?.publish()
    }

    /// As [`Site::build`], up to the moment at which the new site is whole.
    pub fn prepare(&self, root: &Path, out: &Path) -> Result<Fresh> {
        log::install();
        let out = root.join(out);
        refuse_foreign(&out)?;
        let (project, faults) = check::load_and_check(root);
        let project = match project {
            Some(project) if faults.errors() == 0 => project,
            _ => bail!("{}", faults.render(root).trim_end()),
        };
        self.go_on()?;
        Fresh::write(root, &out, |folder| write_site(&project, self, folder))
    }

    /// Writes the pages of one language into an empty folder and returns them:
    /// all, or only those that hold one chapter, of a book in which the others
    /// have no text.
    pub fn write_pages(
        &self,
        project: &Project,
        locale: &Locale,
        only: Option<&str>,
        folder: &Path,
    ) -> Result<Vec<PathBuf>> {
        write_book(project, self, locale, &counts(project)?, folder, only)
    }
}

/// Writes all books and the first page into an empty folder.
fn write_site(project: &Project, site: &Site, folder: &Path) -> Result<usize> {
    let counts = &counts(project)?;
    let pages = write_books(project, site, counts, folder)?;
    site.go_on()?;
    root::home(project, site, counts, folder)?;
    let faults = check::built(folder);
    if faults.errors() > 0 {
        bail!("{}", faults.render(folder).trim_end());
    }
    site.go_on()?;
    root::missing(project, site, counts, folder)?;
    if let Some(base) = &site.base {
        address::write_sitemap(project, base, folder)?;
    }
    if !site.live {
        offline::write_worker(&project.root, folder)?;
    }
    fs::write(
        folder.join(MARKER),
        "A site built by the press of Poll by Poll.\n",
    )?;
    fs::write(folder.join(".nojekyll"), "")?;
    Ok(pages + 1)
}

/// A part of the site's work that a core does alone.
enum Task<'a> {
    /// The pages of a book.
    Pages(&'a Locale),
    /// The search index over them.
    Index(&'a Locale),
}

/// Writes all books with their indexes and returns the number of pages.
fn write_books(
    project: &Project,
    site: &Site,
    counts: &Counts<'_>,
    folder: &Path,
) -> Result<usize> {
    let written = AtomicUsize::new(0);
    workers::each(project.locales.iter().map(Task::Pages), |task| match task {
        Task::Pages(locale) => {
            let folder = folder.join(&locale.tag);
            let pages = write_book(project, site, locale, counts, &folder, None)?;
            written.fetch_add(pages.len(), Ordering::Relaxed);
            Ok(Some(Task::Index(locale)))
        }
        Task::Index(locale) => {
            site.go_on()?;
            let chapters = project.entries.iter().map(|entry| entry.slug.as_str());
            search::index(&folder.join(&locale.tag), chapters)?;
            Ok(None)
        }
    })?;
    Ok(written.into_inner())
}

/// Writes a book, or of its pages only that of one chapter as it shall be,
/// and returns these pages.
fn write_book(
    project: &Project,
    site: &Site,
    locale: &Locale,
    counts: &Counts<'_>,
    folder: &Path,
    only: Option<&str>,
) -> Result<Vec<PathBuf>> {
    let themes = theme::folder(locale);
    theme::stage(&project.root, locale, &themes)?;
    let mut config = project.config(locale).map_err(|fault| anyhow!("{fault}"))?;
    configure(&mut config, &themes, folder)?;
    let book = book::load(&project.root, config, only)?;
    book.build()
        .with_context(|| format!("the book in {}", locale.name()))?;
    let logged = book::take_logged();
    if !logged.is_empty() {
        bail!("mdBook says: {}", logged.join("\n"));
    }
    // mdBook copies whatever else stands beside the English chapters.
    let _ = fs::remove_file(folder.join("locale.toml"));
    let mut pages = pages(folder)?;
    if let Some(slug) = only {
        // The first chapter is the book's first page as well.
        let first = project.entries.first().map(|entry| entry.slug.as_str());
        let names = [slug, if first == Some(slug) { "index" } else { slug }];
        let wanted = names.map(|name| folder.join(format!("{name}.html")));
        pages.retain(|page| wanted.contains(page));
    }
    let counts: Vec<_> = counts
        .iter()
        .map(|(slug, n)| format!("{slug}:{n}"))
        .collect();
    let footer = footer::links(project, locale)?;
    for page in &pages {
        site.go_on()?;
        page::finish(project, site, locale, page, &counts.join(" "), &footer)?;
    }
    Ok(pages)
}

fn configure(config: &mut Config, themes: &Path, folder: &Path) -> Result<()> {
    config.build.build_dir = folder.to_owned();
    config.set("output.html.theme", themes)?;
    // What the page of a missing address puts before its links.
    config.set("output.html.site-url", "./")?;
    Ok(())
}

fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ext| ext == "html") {
            pages.push(path);
        }
    }
    pages.sort();
    Ok(pages)
}

/// How many questions and exercises each chapter has that has any.
type Counts<'a> = [(&'a str, usize)];

fn counts(project: &Project) -> Result<Vec<(&str, usize)>> {
    let mut counts = Vec::new();
    for entry in &project.entries {
        let items = progress::items(&project.root, SOURCE, &entry.slug)?;
        if !items.is_empty() {
            counts.push((entry.slug.as_str(), items.len()));
        }
    }
    Ok(counts)
}
