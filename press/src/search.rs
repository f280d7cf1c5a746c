//! The search index: Pagefind over the chapters of every book.
//!
//! mdBook's own search drops Cyrillic words and knows no inflection.
//! Pagefind takes each page's language from its `<html lang>`, stems the
//! words, folds accents, and loads nothing before somebody searches.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use pagefind::api::PagefindIndex;
use pagefind::options::PagefindServiceConfig;

/// The index's folder in the site; `theme/js/search.js` loads it from there.
pub const FOLDER: &str = "pagefind";

/// What no reader searches for: the list of sections, questions' keys, data.
const LEFT_OUT: [&str; 3] = ["nav", "script", "template"];

/// Indexes pages, given relative to the site's folder, and writes the index.
pub fn index(site: &Path, pages: &[PathBuf]) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let config = PagefindServiceConfig::builder()
            .root_selector("main".to_owned())
            .exclude_selectors(LEFT_OUT.map(str::to_owned).to_vec())
            // `select!`, `JoinHandle`, `wake_by_ref`, `Poll::Pending`.
            .include_characters("_!:".to_owned())
            .build();
        let mut index = PagefindIndex::new(Some(config)).map_err(|error| anyhow!("{error}"))?;
        for page in pages {
            let html = fs::read_to_string(site.join(page))
                .with_context(|| format!("cannot read {}", page.display()))?;
            let name = page.to_string_lossy().replace('\\', "/");
            index
                .add_html_file(Some(name), None, html)
                .await
                .map_err(|error| anyhow!("{}: {error}", page.display()))?;
        }
        let folder = site.join(FOLDER);
        index
            .write_files(Some(folder.to_string_lossy().into_owned()))
            .await
            .map_err(|error| anyhow!("cannot write the search index: {error}"))?;
        // The parts of Pagefind's own interface, which is not used.
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.contains("-ui.") || name.contains("highlight") || name.contains("component") {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    })
}
