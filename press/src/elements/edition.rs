//! `{{#edition}}` and `{{#changelog}}`: what this edition of the book is, and
//! what is new in it.

use std::path::Path;

use anyhow::{Context, Result, anyhow};

use super::Page;
use crate::html::{attribute, escape};
use crate::listing::read;
use crate::locale::SOURCE;
use crate::recorded::Recorded;
use crate::{history, markdown};

/// The list of changes, from the root. English: it is kept once.
pub const CHANGELOG: &str = "CHANGELOG.md";

/// The licence of the text. That of the code is Cargo's business.
const TEXT_LICENCE: &str = "CC BY 4.0";
const TEXT_LICENCE_PAGE: &str = "https://creativecommons.org/licenses/by/4.0/";

/// Version, commit, compiler and licences. Nothing in it depends on when or
/// where the site is built.
pub fn edition(page: &Page<'_>) -> Result<String> {
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    let recorded = Recorded::load(page.root).map_err(|fault| anyhow!("{fault}"))?;
    let mut facts = vec![(
        "edition_version",
        escape(&of_workspace(page.root, "version")?),
    )];
    if let Some(commit) = history::commit(page.root) {
        let mut hash = code(&commit.hash);
        if commit.changed {
            hash.push_str(&format!(" ({})", escape(page.locale.ui("edition_changed"))));
        }
        facts.push((
            "edition_date",
            format!("<time>{}</time>", escape(&commit.date)),
        ));
        facts.push(("edition_commit", hash));
    }
    facts.push(("edition_compiler", code(&recorded.compiler)));
    let href = attribute("href", TEXT_LICENCE_PAGE);
    facts.push(("edition_text", format!("<a{href}>{TEXT_LICENCE}</a>")));
    facts.push(("edition_code", escape(&of_workspace(page.root, "license")?)));
    let facts: String = facts
        .iter()
        .map(|(key, value)| {
            let label = escape(page.locale.ui(key));
            format!("<div><dt>{label}</dt><dd>{value}</dd></div>")
        })
        .collect();
    Ok(format!("<div class=\"measured\"><dl>{facts}</dl></div>"))
}

/// What all packages of the workspace have in common.
fn of_workspace(root: &Path, key: &str) -> Result<String> {
    let manifest: toml::Table = read(root, "Cargo.toml")?.parse().context("Cargo.toml")?;
    let found = || {
        manifest
            .get("workspace")?
            .get("package")?
            .get(key)?
            .as_str()
    };
    let found = found().with_context(|| format!("Cargo.toml has no workspace.package.{key}"))?;
    Ok(found.to_owned())
}

/// The list of changes as a part of a page: each version a section.
pub fn changelog(page: &Page<'_>) -> Result<String> {
    let text = read(page.root, CHANGELOG)?;
    let versions = versions(&text);
    let from = versions.first().map_or(text.len(), |(at, _)| *at);
    let mut edits = Vec::new();
    for (at, version) in &versions {
        let line = *at..at + text[*at..].find('\n').unwrap_or(text.len() - at);
        let id: String = version
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        edits.push((line, format!("### {version} {{#version-{id}}}")));
    }
    let edited = markdown::edit(&text, edits);
    Ok(format!(
        "<div lang=\"{SOURCE}\">\n\n{}\n\n</div>",
        edited[from..].trim()
    ))
}

/// The headings of the versions: where they stand, and what they say.
fn versions(text: &str) -> Vec<(usize, String)> {
    let headings = markdown::scan(text).headings.into_iter();
    headings
        .filter(|heading| heading.level == 2)
        .map(|heading| (heading.span.start, heading.title.trim().to_owned()))
        .collect()
}

/// Whether the list begins with the version that Cargo knows.
///
/// # Errors
///
/// A sentence that says what is wrong.
pub fn changelog_is_current(root: &Path) -> Result<()> {
    let version = of_workspace(root, "version")?;
    let text = read(root, CHANGELOG)?;
    let versions = versions(&text);
    let newest = versions.first().map(|(_, title)| title.as_str());
    let newest = newest.and_then(|title| title.split(' ').next());
    anyhow::ensure!(
        newest == Some(&version),
        "the list begins with {}, and Cargo.toml says {version}",
        newest.unwrap_or("no version")
    );
    Ok(())
}
