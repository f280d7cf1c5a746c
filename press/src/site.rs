//! The static site: one book per locale, built beside the old one and swapped.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow, bail, ensure};
use mdbook_driver::config::Config;
use regex::Regex;

use crate::address::{self, BaseUrl};
use crate::elements::progress;
use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::project::Project;
use crate::publish::{Fresh, MARKER, refuse_foreign};
use crate::{book, check, footer, log, offline, search, theme};

/// The page that hosts show for a missing address.
pub const MISSING: &str = "404.html";
/// The page that holds the whole book.
const PRINT: &str = "print.html";

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

    /// Writes one chapter's page into an empty folder, in a book in which the
    /// others have no text, and returns the files that hold it.
    pub(crate) fn write_page(
        &self,
        project: &Project,
        locale: &Locale,
        slug: &str,
        folder: &Path,
    ) -> Result<Vec<PathBuf>> {
        write_book(project, self, locale, &counts(project)?, folder, Some(slug))
    }
}

/// Writes all books and the first page into an empty folder.
fn write_site(project: &Project, site: &Site, folder: &Path) -> Result<usize> {
    let counts = &counts(project)?;
    let results = std::thread::scope(|scope| {
        let workers: Vec<_> = project
            .locales
            .iter()
            .map(|locale| {
                scope.spawn(move || {
                    let folder = folder.join(&locale.tag);
                    Ok(write_book(project, site, locale, counts, &folder, None)?.len())
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|_| bail!("a renderer panicked"))
            })
            .collect::<Vec<_>>()
    });
    let pages: usize = results.into_iter().sum::<Result<usize>>()?;
    site.go_on()?;
    write_home(project, site, counts, folder)?;
    let faults = check::built(folder);
    if faults.errors() > 0 {
        bail!("{}", faults.render(folder).trim_end());
    }
    site.go_on()?;
    write_missing(project, site, counts, folder)?;
    search::index(folder, &chapters(project))?;
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

/// Every chapter's page in every locale, relative to the site's folder.
fn chapters(project: &Project) -> Vec<PathBuf> {
    let pages = |locale: &Locale| {
        let folder = PathBuf::from(&locale.tag);
        project
            .entries
            .iter()
            .map(move |entry| folder.join(format!("{}.html", entry.slug)))
    };
    project.locales.iter().flat_map(pages).collect()
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
    for page in &pages {
        site.go_on()?;
        finish_page(project, site, locale, page, &counts.join(" "))?;
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

/// Fills in what mdBook cannot know of: the other books of the site.
fn finish_page(
    project: &Project,
    site: &Site,
    locale: &Locale,
    page: &Path,
    counts: &str,
) -> Result<()> {
    let file = page
        .file_name()
        .and_then(|name| name.to_str())
        .context("a page has a name")?;
    let html = fs::read_to_string(page)?;
    let mut head = address::links(project, site.base.as_ref(), locale, file);
    let mut picker = String::from("<ul class=\"picker-list\">");
    for other in &project.locales {
        let href = attribute("href", &format!("../{}/{file}", other.tag));
        let lang = attribute("lang", &other.tag);
        let hreflang = attribute("hreflang", &other.tag);
        let current = if other.tag == locale.tag {
            " aria-current=\"true\""
        } else {
            ""
        };
        picker.push_str(&format!(
            "<li><a{lang}{hreflang}{href}{current}>{}</a></li>",
            escape(other.name())
        ));
    }
    picker.push_str("</ul>");
    if site.live {
        head.push_str("<script defer src=\"/-/reload.js\"></script>");
    } else if file != MISSING {
        head.push_str(&offline::meta("../"));
    }
    let html = if file == PRINT {
        for_print(&html)?
    } else {
        html
    };
    // mdBook nests an item for each part's title in another one.
    let nested = Regex::new(
        r#"<li class="chapter-item expanded "><li class="part-title">([^<]*)</li></li>"#,
    )?;
    let html = nested
        .replace_all(&html, "<li class=\"part-title\">$1</li>")
        .replace("<!--slot:head-->", &head)
        .replace("<!--slot:picker-->", &picker)
        .replace("<!--slot:footer-->", &footer::links(project, locale)?)
        .replacen(
            "<nav class=\"sidebar\"",
            &format!("<nav class=\"sidebar\"{}", attribute("data-items", counts)),
            1,
        )
        .replacen(
            &format!("<a href=\"{file}\">"),
            &format!("<a href=\"{file}\" aria-current=\"page\">"),
            1,
        );
    fs::write(page, footer::with_own_source(project, locale, &html)?)?;
    Ok(())
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

/// On the page that holds the whole book, each chapter's list of sections is
/// one more landmark of the same name, and the style breaks pages itself.
fn for_print(html: &str) -> Result<String> {
    let left_out = Regex::new(
        r#"(?s)<nav class="toc".*?</nav>\n?|<div style="break-before: page[^>]*></div>\n?"#,
    )?;
    Ok(left_out.replace_all(html, "").into_owned())
}

/// The page at `/`: the languages.
fn write_home(project: &Project, site: &Site, counts: &Counts<'_>, folder: &Path) -> Result<()> {
    let line = |locale: &Locale| locale.string("book", "title").to_owned();
    let mut head = String::new();
    if let Some(base) = &site.base {
        head.push_str(&address::canonical_link(&base.of("")));
    }
    if !site.live {
        head.push_str(&offline::meta(""));
    }
    let html = root_page(project, counts, folder, theme::HOME, "", &line)?;
    fs::write(
        folder.join("index.html"),
        html.replace("<!--slot:head-->", &head),
    )?;
    Ok(())
}

/// The page of a missing address. A host shows it at any depth, so it is the
/// one page that has to know where the site stands; without a base URL that
/// is the host's root.
fn write_missing(project: &Project, site: &Site, counts: &Counts<'_>, folder: &Path) -> Result<()> {
    let root = site.base.as_ref().map_or("/", BaseUrl::path);
    let line = |locale: &Locale| locale.ui("not_found_title").to_owned();
    let html = root_page(project, counts, folder, theme::MISSING, root, &line)?;
    fs::write(folder.join(MISSING), html)?;
    Ok(())
}

/// A page outside the books: the languages, each with a line in its own words.
fn root_page(
    project: &Project,
    counts: &Counts<'_>,
    folder: &Path,
    template: &str,
    to_root: &str,
    line: &dyn Fn(&Locale) -> String,
) -> Result<String> {
    let english = project
        .locale(SOURCE)
        .context("there is no English locale")?;
    let first = project.entries.first().context("the book has no chapter")?;
    let mut languages = String::new();
    for locale in &project.locales {
        let href = format!("{to_root}{}/{}.html", locale.tag, first.slug);
        languages.push_str(&format!(
            "<li><a{}{}{}{}{}><span class=\"home-name\">{}</span><span class=\"home-title\">{}</span></a></li>",
            attribute("lang", &locale.tag),
            attribute("hreflang", &locale.tag),
            attribute("href", &href),
            attribute("data-hint", locale.string("home", "hint")),
            attribute("data-progress", locale.string("home", "progress")),
            escape(locale.name()),
            escape(&line(locale)),
        ));
    }
    let asset = |start: &str, end: &str| {
        asset(folder, Path::new(SOURCE), start, end).map(|path| format!("{to_root}{path}"))
    };
    let total: usize = counts.iter().map(|(_, n)| n).sum();
    let slots = [
        ("languages", languages),
        ("total", total.to_string()),
        ("home_js", asset("target/press/elements-", ".js")?),
        ("general_css", asset("css/general-", ".css")?),
        ("book_js", asset("book-", ".js")?),
        ("favicon_svg", asset("favicon-", ".svg")?),
    ];
    theme::page(&project.root, template, english, &slots)
}

/// The hashed name that mdBook gave a file, relative to the site's root.
fn asset(folder: &Path, book: &Path, start: &str, end: &str) -> Result<String> {
    let (sub, stem) = start.rsplit_once('/').unwrap_or(("", start));
    let within = book.join(sub);
    for entry in fs::read_dir(folder.join(&within))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(stem) && name.ends_with(end) {
            let path = within.join(name);
            return Ok(path.to_string_lossy().replace('\\', "/"));
        }
    }
    bail!("the built book has no {start}*{end}")
}
