//! Reading without a network: the service worker, and the edition it keeps.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use crate::files::write;

/// The worker's file, at the site's root: a worker serves what is below it.
pub const WORKER: &str = "sw.js";

/// Tells a page where the worker is, relative to the page.
pub fn meta(to_root: &str) -> String {
    format!("<meta name=\"poll-worker\" content=\"{to_root}{WORKER}\">")
}

/// Writes the worker into a finished site. A browser takes a worker that
/// differs by one byte for a new one, so it carries the edition.
pub fn write_worker(root: &Path, site: &Path) -> Result<()> {
    let source = root.join("theme").join(WORKER);
    let script = std::fs::read_to_string(&source)
        .with_context(|| format!("cannot read {}", source.display()))?;
    let script = script.replace("[[edition]]", &edition(site)?);
    write(&site.join(WORKER), script.as_bytes())
}

/// A hash of what readers get. Names of assets and of the index's parts hold
/// the hash of their content; pages and Pagefind's list of parts do not.
fn edition(site: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    for entry in WalkDir::new(site).sort_by_file_name() {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let name = entry.path().strip_prefix(site)?.to_string_lossy();
        hash.update(name.replace('\\', "/"));
        hash.update([0]);
        if name.ends_with(".html") || name.ends_with(".json") {
            hash.update(std::fs::read(entry.path())?);
            hash.update([0]);
        }
    }
    let mut text = String::new();
    for byte in &hash.finalize()[..8] {
        write!(text, "{byte:02x}")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_changes_with_a_page_and_with_the_name_of_an_asset() {
        let site = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| {
            write(&site.path().join(name), text.as_bytes()).expect("written");
            edition(site.path()).expect("hashed")
        };
        let first = put("en/poll.html", "one");
        assert_eq!(first, put("en/poll.html", "one"));
        let second = put("en/poll.html", "two");
        assert_ne!(first, second);
        assert_ne!(second, put("en/book-12345678.js", ""));
    }
}
