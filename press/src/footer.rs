//! The footer's links: to the page about the edition, and to the page's source.

use std::sync::LazyLock;

use anyhow::{Result, anyhow};
use regex::{Captures, Regex};

use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::markdown;
use crate::project::Project;

/// The chapter about the edition.
const ABOUT: &str = "about";
/// Its title and those of its sections that each page leads to.
const IDS: [&str; 3] = [ABOUT, "changelog", "notices"];

/// The items for the footer; none if the book has no such chapter.
pub fn links(project: &Project, locale: &Locale) -> Result<String> {
    let text = |tag: &str| project.text(tag, ABOUT).map_err(|fault| anyhow!("{fault}"));
    let (tag, text) = match text(&locale.tag)? {
        Some(own) => (&*locale.tag, own),
        None => (SOURCE, text(SOURCE)?.unwrap_or_default()),
    };
    let lang = match tag == locale.tag {
        true => String::new(),
        false => attribute("lang", tag),
    };
    let headings = markdown::scan(&text).headings.into_iter();
    let items = headings.filter_map(|heading| {
        let id = heading.id.filter(|id| IDS.contains(&id.as_str()))?;
        let fragment = match &*id {
            ABOUT => String::new(),
            id => format!("#{id}"),
        };
        let href = attribute("href", &format!("{ABOUT}.html{fragment}"));
        Some(format!(
            "<li><a{href}{lang}>{}</a></li>",
            escape(heading.title.trim())
        ))
    });
    Ok(items.collect())
}

/// A page whose link for editing leads to the file that it was made from.
///
/// mdBook knows only of the English files; a chapter that the locale lacks is
/// English indeed.
pub fn with_own_source(project: &Project, locale: &Locale, html: &str) -> Result<String> {
    static LINK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(<a class="edit-page" href="[^"]*)src/en/([^"/]+)\.md""#)
            .expect("a constant pattern is well formed")
    });
    let own = LINK.replace(html, |found: &Captures<'_>| {
        let own = Project::path(&locale.tag, &found[2]);
        let tag = match project.root.join(own).is_file() {
            true => &locale.tag,
            false => SOURCE,
        };
        format!("{}src/{tag}/{}.md\"", &found[1], &found[2])
    });
    Ok(own.into_owned())
}
