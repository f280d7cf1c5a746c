//! The static site: one book per locale, built beside the old one and swapped.

mod page;
mod root;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, anyhow, bail, ensure};
use mdbook_driver::config::Config;

use crate::address::{self, BaseUrl};
use crate::elements::progress;
use crate::locale::{Locale, SOURCE};
use crate::project::Project;
use crate::publish::{Fresh, MARKER, refuse_foreign};
use crate::{book, check, footer, log, offline, search, theme};

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

/// Writes all books and their index, and returns the number of pages.
///
/// A book at a time on each core, so that the index, which takes one page after
/// the other, can be made meanwhile.
fn write_books<'a>(
    project: &'a Project,
    site: &Site,
    counts: &Counts<'_>,
    folder: &Path,
) -> Result<usize> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let left = Mutex::new(project.locales.iter());
    let (done, written) = channel();
    let write = |done: Sender<&'a Locale>| {
        let mut pages = 0;
        loop {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(locale) = next else {
                return Ok(pages);
            };
            let folder = folder.join(&locale.tag);
            pages += write_book(project, site, locale, counts, &folder, None)?.len();
            // Nobody listens any more if the index has failed.
            let _ = done.send(locale);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|_| {
                let done = done.clone();
                scope.spawn(|| write(done))
            })
            .collect();
        drop(done);
        let books = in_order(&project.locales, written);
        let index = search::index(folder, books.flat_map(|locale| chapters(project, locale)));
        let mut pages = 0;
        for worker in workers {
            let written: Result<usize> = worker
                .join()
                .unwrap_or_else(|_| bail!("a renderer panicked"));
            pages += written?;
        }
        index?;
        Ok(pages)
    })
}

/// The locales in their order, each once it is written; ends with the last
/// worker, also when that leaves some unwritten.
fn in_order<'a>(
    locales: &'a [Locale],
    written: Receiver<&'a Locale>,
) -> impl Iterator<Item = &'a Locale> {
    let mut there = HashSet::new();
    locales.iter().take_while(move |locale| {
        while !there.contains(&locale.tag) {
            match written.recv() {
                Ok(written) => there.insert(&written.tag),
                Err(_) => return false,
            };
        }
        true
    })
}

/// Every chapter's page in a book, relative to the site's folder.
fn chapters(project: &Project, locale: &Locale) -> impl Iterator<Item = PathBuf> {
    let folder = PathBuf::from(&locale.tag);
    let entries = project.entries.iter();
    entries.map(move |entry| folder.join(format!("{}.html", entry.slug)))
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
