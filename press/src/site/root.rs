//! The pages that belong to no book: the first one and that of a missing address.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::{Counts, MISSING, Site};
use crate::address::{self, BaseUrl};
use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::project::Project;
use crate::{offline, theme};

/// The page at `/`: the languages.
pub fn home(project: &Project, site: &Site, counts: &Counts<'_>, folder: &Path) -> Result<()> {
    let line = |locale: &Locale| locale.string("book", "title").to_owned();
    let mut head = String::new();
    if let Some(base) = &site.base {
        head.push_str(&address::canonical_link(&base.of("")));
    }
    if !site.live {
        head.push_str(&offline::meta(""));
    }
    let html = page(project, counts, folder, theme::HOME, "", &line)?;
    fs::write(
        folder.join("index.html"),
        html.replace("<!--slot:head-->", &head),
    )?;
    Ok(())
}

/// The page of a missing address. A host shows it at any depth, so it is the
/// one page that has to know where the site stands; without a base URL that
/// is the host's root.
pub fn missing(project: &Project, site: &Site, counts: &Counts<'_>, folder: &Path) -> Result<()> {
    let root = site.base.as_ref().map_or("/", BaseUrl::path);
    let line = |locale: &Locale| locale.ui("not_found_title").to_owned();
    let html = page(project, counts, folder, theme::MISSING, root, &line)?;
    fs::write(folder.join(MISSING), html)?;
    Ok(())
}

/// A page outside the books: the languages, each with a line in its own words.
fn page(
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
            "<li><a{}{}{}{}{}><span class=\"home-name\">{}</span> <span class=\"home-title\">{}</span></a></li>",
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
