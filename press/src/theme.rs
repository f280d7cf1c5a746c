//! The theme as mdBook wants it, with a locale's words in it.
//!
//! `theme/` holds one file per concern. mdBook takes fixed names, and a page
//! should make few requests: so the styles become one file and the elements'
//! scripts another. `[[key]]` in a template is the interface string `key`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use regex::Regex;

use crate::files::write_changed;
use crate::html::escape;
use crate::locale::Locale;

/// Where the stock tool finds the theme; see `book.toml`.
pub const STOCK: &str = "target/press/theme";
/// All elements' scripts; see `book.toml`.
pub const ELEMENTS_JS: &str = "target/press/elements.js";
/// The editor, loaded on demand; see `book.toml`.
pub const EDITOR_JS: &str = "target/press/editor.js";
/// Mermaid, loaded on demand; see `book.toml`.
pub const MERMAID_JS: &str = "target/press/mermaid.min.js";

/// The first page, at `/`.
pub const HOME: &str = "home.hbs";
/// The page of a missing address.
pub const MISSING: &str = "missing.hbs";
/// What belongs to the site and to none of its books.
const OWN: [&str; 4] = [HOME, MISSING, "sw.js", "editor.js"];

static MERMAID: &[u8] = include_bytes!(env!("MERMAID_JS"));

/// The folder of the site's theme for a locale, relative to the root.
pub fn folder(locale: &Locale) -> PathBuf {
    Path::new("target/press/themes").join(&locale.tag)
}

/// Writes the theme for a locale into a folder under the root.
///
/// Files that would not change are left alone, so that a watcher that looks
/// at them does not build for ever.
pub fn stage(root: &Path, locale: &Locale, folder: &Path) -> Result<()> {
    let (from, to) = (root.join("theme"), root.join(folder));
    write_changed(&to.join("css/general.css"), style(&from)?.as_bytes())?;
    write_changed(
        &to.join("css/print.css"),
        read(&from.join("css/print.css"))?.as_bytes(),
    )?;
    for name in ["css/chrome.css", "css/variables.css"] {
        write_changed(&to.join(name), b"")?;
    }
    for entry in walk(&from)? {
        let name = entry.strip_prefix(&from)?;
        let own = OWN.iter().any(|own| name == Path::new(own));
        if name.starts_with("css") || name.starts_with("js") || own {
            continue;
        }
        if entry.extension().is_some_and(|ext| ext == "hbs") {
            let text = with_strings(&read(&entry)?, locale)
                .with_context(|| format!("theme/{}", name.display()))?;
            write_changed(&to.join(name), text.as_bytes())?;
        } else {
            write_changed(&to.join(name), &std::fs::read(&entry)?)?;
        }
    }
    let mut scripts = String::new();
    for entry in walk(&from.join("js"))? {
        scripts.push_str(&read(&entry)?);
    }
    write_changed(&root.join(ELEMENTS_JS), scripts.as_bytes())?;
    let editor = read(&from.join("editor.js"))?;
    write_changed(&root.join(EDITOR_JS), editor.as_bytes())?;
    write_changed(&root.join(MERMAID_JS), MERMAID)
}

/// A page of the site and of no book, in the words of the English locale.
pub fn page(root: &Path, name: &str, locale: &Locale, slots: &[(&str, String)]) -> Result<String> {
    let path = Path::new("theme").join(name);
    let mut text = read(&root.join(&path))?;
    for (slot, html) in slots {
        text = text.replace(&format!("[[{slot}]]"), html);
    }
    with_strings(&text, locale).with_context(|| path.display().to_string())
}

/// The page's styles, in one file.
fn style(theme: &Path) -> Result<String> {
    let mut style = String::new();
    for name in styles(theme)? {
        style.push_str(&read(&theme.join("css").join(name))?);
    }
    Ok(style)
}

/// All style sheets but the printer's: the custom properties first.
fn styles(theme: &Path) -> Result<Vec<String>> {
    let mut names: Vec<String> = walk(&theme.join("css"))?
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .filter(|name| name != "print.css")
        .collect();
    let rank = |name: &str| match name {
        "variables.css" => 0,
        "general.css" => 1,
        "chrome.css" => 2,
        _ => 3,
    };
    names.sort_by_key(|name| (rank(name), name.clone()));
    Ok(names)
}

/// Puts strings in: `[[key]]` from `[ui]`, `[[table.key]]` from another table.
fn with_strings(text: &str, locale: &Locale) -> Result<String> {
    let pattern = Regex::new(r"\[\[([a-z0-9_.]+)\]\]")?;
    let mut missing = Vec::new();
    let text = pattern.replace_all(text, |found: &regex::Captures<'_>| {
        let key = &found[1];
        match key {
            "elements_js" => return ELEMENTS_JS.to_owned(),
            "editor_js" => return EDITOR_JS.to_owned(),
            "mermaid_js" => return MERMAID_JS.to_owned(),
            _ => {}
        }
        let (table, name) = key.split_once('.').unwrap_or(("ui", key));
        let value = locale.string(table, name);
        if value == name {
            missing.push(key.to_owned());
        }
        escape(value)
    });
    if !missing.is_empty() {
        bail!("src/en/locale.toml lacks {}", missing.join(", "));
    }
    Ok(text.into_owned())
}

fn walk(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
