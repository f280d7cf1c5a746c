//! What is translated, what has fallen behind, what is missing.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};

use crate::files::write;
use crate::history;
use crate::locale::Locale;
use crate::project::{Entry, Project};
use crate::sections::{self, Section};

/// How a translated chapter stands to the English one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Made from the English text as it is now.
    Current,
    /// The ids of the English sections that changed since, or are new or gone.
    Stale(Vec<String>),
    /// The first line does not say what it was made from.
    Unstamped,
    /// There is no such file: readers see English with a notice.
    Missing,
}

impl Standing {
    /// One word for tools, and the end of an interface string's key.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Stale(_) => "stale",
            Self::Unstamped => "unstamped",
            Self::Missing => "missing",
        }
    }
}

/// The standing of a chapter in one locale to these sections of English.
fn standing(
    project: &Project,
    locale: &Locale,
    slug: &str,
    english: &[Section],
) -> Result<Standing> {
    let own = project
        .text(&locale.tag, slug)
        .map_err(|fault| anyhow!("{fault}"))?;
    let Some(own) = own else {
        return Ok(Standing::Missing);
    };
    let (Some(stamp), _) = sections::split(&own) else {
        return Ok(Standing::Unstamped);
    };
    let changed = sections::changed(&stamp, english);
    Ok(if changed.is_empty() {
        Standing::Current
    } else {
        Standing::Stale(changed)
    })
}

fn english(project: &Project, slug: &str) -> Result<String> {
    project
        .text(crate::locale::SOURCE, slug)
        .map_err(|fault| anyhow!("{fault}"))?
        .with_context(|| format!("there is no chapter `{slug}`"))
}

/// The chapters of one language with their standing, in the book's order.
pub type Standings<'a> = Vec<(&'a Entry, Standing)>;

/// How the chapters of every translation stand.
pub fn standings(project: &Project) -> Result<Vec<(&Locale, Standings<'_>)>> {
    selected(project, None, None)
}

/// The same, of one language or one chapter only.
fn selected<'a>(
    project: &'a Project,
    tag: Option<&str>,
    slug: Option<&str>,
) -> Result<Vec<(&'a Locale, Standings<'a>)>> {
    if let Some(tag) = tag
        && project.locale(tag).is_none()
    {
        bail!("there is no locale `{tag}`; there are {}", tags(project));
    }
    if let Some(slug) = slug
        && project.entries.iter().all(|entry| entry.slug != slug)
    {
        bail!("there is no chapter `{slug}`");
    }
    let entries = project.entries.iter();
    let entries = entries.filter(|entry| slug.is_none_or(|slug| slug == entry.slug));
    let english = entries
        .map(|entry| Ok((entry, sections::of(&english(project, &entry.slug)?))))
        .collect::<Result<Vec<_>>>()?;
    let locales = project.locales.iter().filter(|locale| !locale.is_source());
    locales
        .filter(|locale| tag.is_none_or(|tag| tag == locale.tag))
        .map(|locale| {
            let rows = english.iter().map(|(entry, english)| {
                let standing = standing(project, locale, &entry.slug, english)?;
                Ok((*entry, standing))
            });
            Ok((locale, rows.collect::<Result<_>>()?))
        })
        .collect()
}

/// The table that `status` prints, for one locale or for all.
pub fn report(project: &Project, tag: Option<&str>, slug: Option<&str>) -> Result<String> {
    let mut text = String::new();
    for (locale, rows) in selected(project, tag, slug)? {
        text.push_str(&format!("{} ({})\n", locale.tag, locale.name()));
        for (entry, standing) in rows {
            let line = match standing {
                Standing::Current => "current".to_owned(),
                Standing::Stale(ids) => format!("stale: {} changed", ids.join(", ")),
                Standing::Unstamped => format!(
                    "unstamped: run `cargo run -- reviewed {} {}` once it matches English",
                    locale.tag, entry.slug
                ),
                Standing::Missing => format!(
                    "missing: `cargo run -- translate {} {}` starts it",
                    locale.tag, entry.slug
                ),
            };
            text.push_str(&format!("  {:<20} {line}\n", entry.slug));
        }
    }
    Ok(text)
}

/// The same for tools: a list of locales, each with its chapters.
pub fn to_json(project: &Project, tag: Option<&str>, slug: Option<&str>) -> Result<Value> {
    let locales = selected(project, tag, slug)?.into_iter();
    let locales = locales.map(|(locale, rows)| {
        let chapters = rows.into_iter().map(|(entry, standing)| {
            let state = standing.name();
            let sections = match standing {
                Standing::Stale(ids) => ids,
                _ => Vec::new(),
            };
            json!({ "chapter": entry.slug, "state": state, "sections": sections })
        });
        json!({ "locale": locale.tag, "name": locale.name(), "chapters": chapters.collect::<Vec<_>>() })
    });
    Ok(Value::Array(locales.collect()))
}

/// How English has changed in the stale sections; see [`history::diff`].
pub fn diff(project: &Project, tag: Option<&str>, slug: Option<&str>) -> Result<String> {
    let mut text = String::new();
    for (locale, rows) in selected(project, tag, slug)? {
        for (entry, standing) in rows {
            let Standing::Stale(changed) = standing else {
                continue;
            };
            let own = project
                .text(&locale.tag, &entry.slug)
                .map_err(|fault| anyhow!("{fault}"))?
                .unwrap_or_default();
            let stamp = sections::split(&own).0.unwrap_or_default();
            let english = english(project, &entry.slug)?;
            let path = Project::path(&locale.tag, &entry.slug);
            text.push_str(&format!(
                "{}: what has changed in English since\n",
                path.display()
            ));
            let root = &project.root;
            text.push_str(&history::diff(
                root,
                &entry.slug,
                &english,
                &stamp,
                &changed,
            ));
        }
    }
    if text.is_empty() {
        text.push_str("no section is stale\n");
    }
    Ok(text)
}

fn tags(project: &Project) -> String {
    let tags: Vec<_> = project.locales.iter().map(|l| l.tag.as_str()).collect();
    tags.join(", ")
}

/// Records that a translation matches the English text as it is now.
///
/// With sections named, only those are marked; the others keep their record.
pub fn reviewed(project: &Project, tag: &str, slug: &str, only: &[String]) -> Result<()> {
    let english = english(project, slug)?;
    let path = Project::path(tag, slug);
    let own = project
        .text(tag, slug)
        .map_err(|fault| anyhow!("{fault}"))?
        .with_context(|| format!("there is no {}", path.display()))?;
    let (old, text) = sections::split(&own);
    let mut now = sections::of(&english);
    if !only.is_empty() {
        let known = |id: &String| now.iter().any(|section| section.id == *id);
        if let Some(unknown) = only.iter().find(|id| !known(id)) {
            bail!("the English chapter has no section `{unknown}`");
        }
        let old = old.unwrap_or_default();
        now.retain(|section| only.contains(&section.id) || old.contains(section));
        for section in old {
            if !now.iter().any(|other| other.id == section.id) {
                now.push(section);
            }
        }
    }
    write(
        &project.root.join(path),
        format!("{}\n{text}", sections::line(&now)).as_bytes(),
    )
}

/// Starts a chapter's translation: the English text, stamped, with what is
/// said once in English taken out.
pub fn translate(project: &Project, tag: &str, slug: &str) -> Result<String> {
    if project.locale(tag).is_none() {
        bail!("there is no locale `{tag}`; there are {}", tags(project));
    }
    let english = english(project, slug)?;
    let path = Project::path(tag, slug);
    let target = project.root.join(&path);
    if target.exists() {
        bail!("{} is there already: edit it", path.display());
    }
    let text = crate::overlay::skeleton(&english);
    write(
        &target,
        format!("{}\n{text}", sections::stamp(&english)).as_bytes(),
    )?;
    Ok(format!(
        "{} holds the English text: translate the sentences, keep fences, ids and tags",
        path.display()
    ))
}

/// Starts a locale: a folder whose `locale.toml` holds the English strings.
pub fn add_locale(root: &Path, tag: &str, name: &str) -> Result<String> {
    let parsed: Result<icu_locale_core::Locale, _> = tag.parse();
    if parsed.map(|locale| locale.to_string()).ok().as_deref() != Some(tag) {
        bail!("`{tag}` is no language tag like fr or pt-BR");
    }
    let folder = root.join("src").join(tag);
    if folder.exists() {
        bail!("src/{tag} is there already");
    }
    let source = root.join(crate::locale::strings_path(crate::locale::SOURCE));
    let text = std::fs::read_to_string(&source)
        .with_context(|| format!("cannot read {}", source.display()))?;
    let english_name = text
        .lines()
        .find(|line| line.starts_with("name = "))
        .context("src/en/locale.toml has no name")?;
    let own_name = format!("name = {}", toml::Value::String(name.to_owned()));
    std::fs::create_dir(&folder)?;
    write(
        &folder.join("locale.toml"),
        text.replacen(english_name, &own_name, 1).as_bytes(),
    )?;
    Ok(format!(
        "src/{tag}/locale.toml holds the English strings: translate them, then `cargo run -- translate {tag} CHAPTER`"
    ))
}
