//! `{{#translations}}`: which chapters of which language are current, stale or
//! missing, as `cargo run -- status` says it.

use anyhow::{Result, anyhow};

use super::Page;
use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::overlay;
use crate::project::{Entry, Project};
use crate::status::{self, Standing, Standings};

/// A table of all translations, a section for each with its chapters, and a
/// link to the contributing guide if the sources can be seen somewhere.
pub fn translations(page: &Page<'_>) -> Result<String> {
    let project =
        Project::load(page.root).map_err(|faults| anyhow!("{}", faults.render(page.root)))?;
    let (mut rows, mut sections) = (String::new(), String::new());
    for (locale, standings) in status::standings(&project)? {
        rows.push_str(&summary(page, locale, &standings));
        // Markdown, for the list of the page's sections.
        sections.push_str(&format!("## {} {{#{}}}\n\n", locale.name(), anchor(locale)));
        sections.push_str(&chapters(page, &project, locale, &standings)?);
        sections.push_str("\n\n");
    }
    let heads = ["language", "state_current", "state_stale", "state_missing"];
    let guide = page.repository.map_or(String::new(), |url| {
        let href = format!("{}/blob/HEAD/CONTRIBUTING.md", url.trim_end_matches('/'));
        let words = escape(page.locale.ui("translations_guide"));
        format!("<p><a{}>{words}</a></p>\n\n", attribute("href", &href))
    });
    Ok(format!(
        "{}\n\n{guide}{}",
        table(page, &heads, &rows),
        sections.trim_end()
    ))
}

/// The id of a language's section.
fn anchor(locale: &Locale) -> String {
    format!("in-{}", locale.tag.to_lowercase())
}

fn table(page: &Page<'_>, heads: &[&str], rows: &str) -> String {
    let head = |key: &&str| format!("<th scope=\"col\">{}</th>", escape(page.locale.ui(key)));
    let heads: String = heads.iter().map(head).collect();
    format!(
        "<div class=\"table-wrapper translations\" tabindex=\"0\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// A language and how many of its chapters are in which state.
fn summary(page: &Page<'_>, locale: &Locale, standings: &Standings<'_>) -> String {
    let count = |key: &str| {
        let of = standings
            .iter()
            .filter(|(_, one)| state(one) == key)
            .count();
        format!("<td>{}</td>", page.locale.number(&of.to_string()))
    };
    let counts: String = ["state_current", "state_stale", "state_missing"]
        .map(count)
        .concat();
    format!(
        "<tr><td><a{}{}>{}</a></td>{counts}</tr>",
        attribute("href", &format!("#{}", anchor(locale))),
        attribute("lang", &locale.tag),
        escape(locale.name())
    )
}

/// Readers see the same notice whether the record is old or missing.
fn state(standing: &Standing) -> &'static str {
    match standing {
        Standing::Current => "state_current",
        Standing::Stale(_) | Standing::Unstamped => "state_stale",
        Standing::Missing => "state_missing",
    }
}

/// The chapters of a language, each with a link to its page.
fn chapters(
    page: &Page<'_>,
    project: &Project,
    locale: &Locale,
    standings: &Standings<'_>,
) -> Result<String> {
    let mut rows = String::new();
    for (entry, standing) in standings {
        let (tag, title) = title(project, locale, entry)?;
        let mut words = escape(page.locale.ui(state(standing)));
        if let Standing::Stale(ids) = standing {
            let links: Vec<_> = ids.iter().map(|id| section(project, entry, id)).collect();
            words.push_str(&format!(": {}", links.join(", ")));
        }
        let address = format!("../{}/{}.html", locale.tag, entry.slug);
        rows.push_str(&format!(
            "<tr><td><a{}{}{}>{}</a></td><td>{words}</td></tr>",
            attribute("href", &address),
            attribute("hreflang", &locale.tag),
            attribute("lang", &tag),
            escape(&title),
        ));
    }
    Ok(table(
        page,
        &["translations_chapter", "translations_state"],
        &rows,
    ))
}

/// A section that has changed in English: a link, unless it is gone.
fn section(project: &Project, entry: &Entry, id: &str) -> String {
    let words = format!("<code>{}</code>", escape(id));
    let english = project.text(SOURCE, &entry.slug).ok().flatten();
    let there = english.is_some_and(|text| text.contains(&format!("{{#{id}}}")));
    let href = attribute("href", &format!("../{SOURCE}/{}.html#{id}", entry.slug));
    match there {
        true => format!("<a{href}{}>{words}</a>", attribute("hreflang", SOURCE)),
        false => words,
    }
}

/// A chapter's title and the language that it is in.
fn title(project: &Project, locale: &Locale, entry: &Entry) -> Result<(String, String)> {
    let own = project.text(&locale.tag, &entry.slug);
    let own = own.map_err(|fault| anyhow!("{fault}"))?;
    let title = own.and_then(|text| overlay::title(&text));
    Ok(match title {
        Some(title) => (locale.tag.clone(), title),
        None => (SOURCE.to_owned(), entry.title.clone()),
    })
}
