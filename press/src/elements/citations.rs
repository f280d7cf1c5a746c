//! The sources: for each chapter the pages of other sites that it links to.
//!
//! A page of rustdoc has its title in its address. The titles of the others
//! stand in `listings/sources.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, anyhow};

use super::Page;
use crate::fault::Fault;
use crate::locale::SOURCE;
use crate::markdown::{self, Link};
use crate::project::{Project, read_text};

/// The file of titles, from the root.
pub const TITLES: &str = "listings/sources.toml";

/// Titles by address.
pub type Titles = BTreeMap<String, String>;

/// A section of Markdown for each chapter that leads to other sites.
pub fn sources(page: &Page<'_>) -> Result<String> {
    let titles = titles(page.root).map_err(|fault| anyhow!("{fault}"))?;
    let mut sections = String::new();
    for (slug, chapter) in page.titles {
        let text = read_text(page.root, &Project::path(SOURCE, slug));
        let text = text
            .map_err(|fault| anyhow!("{fault}"))?
            .unwrap_or_default();
        if is_list_of_sources(&text) {
            continue;
        }
        let mut links = String::new();
        for address in pages(&markdown::scan(&text).links) {
            let title = title(&address, &titles)
                .with_context(|| format!("{TITLES} has no title for {address}"))?;
            links.push_str(&format!("- [{title}]({address})\n"));
        }
        if !links.is_empty() {
            sections.push_str(&format!("## {chapter} {{#from-{slug}}}\n\n{links}\n"));
        }
    }
    Ok(sections.trim_end().to_owned())
}

/// The page that holds the list: its own links are no sources.
fn is_list_of_sources(text: &str) -> bool {
    markdown::directives(text)
        .iter()
        .any(|one| one.name == "sources")
}

/// The pages of other sites that links lead to, in the order of their
/// addresses.
pub fn pages(links: &[Link]) -> BTreeSet<String> {
    let targets = links.iter().map(|link| &link.target);
    targets
        .filter(|target| target.starts_with("https://"))
        .map(|target| target.split('#').next().unwrap_or_default().to_owned())
        .collect()
}

/// A page's title: the one in the file, or the one that rustdoc gives it.
pub fn title(address: &str, titles: &Titles) -> Option<String> {
    titles.get(address).cloned().or_else(|| of_rustdoc(address))
}

/// `Future in std::future` for `…/std/future/trait.Future.html`, and for a file
/// of a crate's source its place.
fn of_rustdoc(address: &str) -> Option<String> {
    let path = address.strip_prefix("https://")?;
    let mut parts: Vec<&str> = path.split('/').collect();
    let file = parts.pop()?;
    let module = match parts.as_slice() {
        ["doc.rust-lang.org", _, module @ ..] => match module.first()? {
            &("std" | "core" | "alloc") => module,
            _ => return None,
        },
        ["docs.rs", name, version, "src", _, folders @ ..] => {
            let path = [folders, &[file.strip_suffix(".html")?]].concat().join("/");
            return Some(format!("{name} {version}: src/{path}"));
        }
        ["docs.rs", name, _, module @ ..] if *name != "crate" => module,
        _ => return None,
    };
    let module = module.join("::");
    if matches!(file, "" | "index.html") {
        return Some(module).filter(|module| !module.is_empty());
    }
    let (_, name) = file.strip_suffix(".html")?.split_once('.')?;
    Some(format!("{name} in {module}"))
}

/// Reads the file of titles.
pub fn titles(root: &Path) -> Result<Titles, Fault> {
    let path = Path::new(TITLES);
    let text = read_text(root, path)?.unwrap_or_default();
    toml::from_str(&text).map_err(|error| {
        Fault::at(
            path,
            &text,
            error.span().unwrap_or_default(),
            "malformed-sources",
            error.message().to_owned(),
            "write `\"https://…\" = \"Title\"` lines",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rustdoc_has_its_titles_in_the_addresses() {
        for (address, title) in [
            (
                "https://doc.rust-lang.org/1.95.0/std/future/trait.Future.html",
                "Future in std::future",
            ),
            (
                "https://doc.rust-lang.org/1.95.0/std/pin/index.html",
                "std::pin",
            ),
            (
                "https://docs.rs/tokio/1.54.1/tokio/attr.main.html",
                "main in tokio",
            ),
            ("https://docs.rs/tokio/1.54.1/tokio/", "tokio"),
            (
                "https://docs.rs/tokio/1.54.1/src/tokio/runtime/mod.rs.html",
                "tokio 1.54.1: src/runtime/mod.rs",
            ),
        ] {
            assert_eq!(of_rustdoc(address).as_deref(), Some(title));
        }
        for address in [
            "https://doc.rust-lang.org/1.95.0/error_codes/E0072.html",
            "https://docs.rs/crate/tokio-console/0.1.14/source/src/warnings.rs",
            "https://go.dev/doc/faq",
        ] {
            assert_eq!(of_rustdoc(address), None, "{address}");
        }
    }

    #[test]
    fn a_page_is_one_source_however_often_it_is_named() {
        let text = "[a](https://x.y/z#1) [b](https://x.y/z#2) [c](poll.md) <https://a.b/>\n";
        let pages: Vec<_> = pages(&markdown::scan(text).links).into_iter().collect();
        assert_eq!(pages, ["https://a.b/", "https://x.y/z"]);
    }
}
