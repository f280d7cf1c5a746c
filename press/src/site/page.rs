//! A book's page after mdBook: links to the other books, and what mdBook leaves wrong.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use regex::Regex;

use super::{MISSING, Site};
use crate::html::{attribute, escape};
use crate::locale::Locale;
use crate::project::Project;
use crate::{address, footer, offline};

/// The page that holds the whole book.
const PRINT: &str = "print.html";

/// mdBook nests an item for each part's title in another one.
static NESTED_PART: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"<li class="chapter-item expanded "><li class="part-title">([^<]*)</li></li>"#)
        .expect("a constant pattern is well formed")
});

/// Fills in what mdBook cannot know of: the other books of the site.
pub fn finish(
    project: &Project,
    site: &Site,
    locale: &Locale,
    page: &Path,
    counts: &str,
    footer: &str,
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
    let html = NESTED_PART
        .replace_all(&html, "<li class=\"part-title\">$1</li>")
        .replace("<!--slot:head-->", &head)
        .replace("<!--slot:picker-->", &picker)
        .replace("<!--slot:footer-->", footer)
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

/// On the page that holds the whole book, each chapter's list of sections is
/// one more landmark of the same name, and the style breaks pages itself.
fn for_print(html: &str) -> Result<String> {
    let left_out = Regex::new(
        r#"(?s)<nav class="toc".*?</nav>\n?|<div style="break-before: page[^>]*></div>\n?"#,
    )?;
    Ok(left_out.replace_all(html, "").into_owned())
}
