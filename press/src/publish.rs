//! How a site or a page takes the place of the last one: whole or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tempfile::TempDir;

use crate::files;

/// Marks a folder as a site that this tool has built and may replace.
pub const MARKER: &str = ".poll-by-poll";

/// A whole site beside the one that it will replace.
///
/// As long as it is there no other build of the project begins.
#[derive(Debug)]
pub struct Fresh {
    folder: TempDir,
    out: PathBuf,
    pages: usize,
    _lock: File,
}

impl Fresh {
    /// Makes a folder beside `out` and has `write` fill it, which returns the
    /// number of pages. Waits for another build of the same project to end.
    pub fn write(
        root: &Path,
        out: &Path,
        write: impl FnOnce(&Path) -> Result<usize>,
    ) -> Result<Self> {
        let parent = out.parent().context("the output folder needs a parent")?;
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot create {}", parent.display()))?;
        let lock = lock(root)?;
        // A build that was killed may have moved the old site into its own
        // folder; then that is kept until there is a new one.
        if out.exists() {
            files::sweep_beside(out)?;
        }
        let folder = files::folder_beside(out)?;
        let pages = write(folder.path())?;
        Ok(Self {
            folder,
            out: out.to_owned(),
            pages,
            _lock: lock,
        })
    }

    /// The number of pages.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// The pages that readers of the old site do not have as they are here,
    /// as addresses: `/en/poll.html`.
    pub fn changed(&self) -> Vec<String> {
        let differs = |page: &Path| {
            let [old, new] = [&self.out, self.folder.path()].map(|site| fs::read(site.join(page)));
            old.ok() != new.ok()
        };
        let entries = walkdir::WalkDir::new(self.folder.path()).into_iter();
        entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let page = entry.path().strip_prefix(self.folder.path()).ok()?;
                let is_page = page.extension().is_some_and(|ext| ext == "html");
                (is_page && differs(page)).then(|| address(page))
            })
            .collect()
    }

    /// Takes the old site's place and returns the number of pages.
    pub fn publish(self) -> Result<usize> {
        swap(self.folder, &self.out)?;
        files::sweep_beside(&self.out)?;
        Ok(self.pages)
    }
}

/// A page's address on the server.
pub fn address(page: &Path) -> String {
    format!("/{}", page.to_string_lossy().replace('\\', "/"))
}

/// Waits for another build of the same project to end.
fn lock(root: &Path) -> Result<File> {
    let folder = root.join("target/press");
    fs::create_dir_all(&folder)?;
    let file = File::create(folder.join("lock"))?;
    file.lock()?;
    Ok(file)
}

/// Says no to a folder that holds something else than a built site.
pub fn refuse_foreign(out: &Path) -> Result<()> {
    if out.is_file() {
        bail!("{} is a file: name a folder, or remove it", out.display());
    }
    let foreign = out.is_dir()
        && !out.join(MARKER).is_file()
        && fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    if foreign {
        bail!(
            "{} holds something else than a built site: name another folder, or empty it",
            out.display()
        );
    }
    Ok(())
}

fn swap(fresh: TempDir, out: &Path) -> Result<()> {
    let old = files::folder_beside(out)?;
    let had_old = out.exists();
    if had_old {
        fs::rename(out, old.path().join("old"))
            .with_context(|| format!("cannot move {} aside", out.display()))?;
    }
    let fresh = fresh.keep();
    if let Err(error) = fs::rename(&fresh, out) {
        if had_old {
            fs::rename(old.path().join("old"), out)?;
        }
        return Err(anyhow!(error).context(format!("cannot write {}", out.display())));
    }
    Ok(())
}

/// Puts pages of a book into the built one, and first the assets that they
/// may ask for and it lacks: an asset's name holds the hash of its content.
pub fn put_pages(from: &Path, pages: &[PathBuf], book: &Path) -> Result<()> {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry?;
        let name = entry.path().strip_prefix(from)?;
        let is_page = name.extension().is_some_and(|ext| ext == "html");
        if entry.file_type().is_file() && !is_page && !book.join(name).exists() {
            files::write(&book.join(name), &fs::read(entry.path())?)?;
        }
    }
    for page in pages {
        let name = page.strip_prefix(from)?;
        files::write(&book.join(name), &fs::read(page)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            files::write(&folder.join(name), text.as_bytes()).expect("written");
        }
    }

    #[test]
    fn a_fresh_site_names_the_pages_that_differ() {
        let root = tempfile::tempdir().expect("a folder");
        let out = root.path().join("book");
        put(
            &out,
            &[("en/a.html", "one"), ("en/b.html", "one"), ("x.css", "")],
        );
        let fresh = Fresh::write(root.path(), &out, |folder| {
            put(
                folder,
                &[
                    ("en/a.html", "one"),
                    ("en/b.html", "two"),
                    ("ru/c.html", ""),
                ],
            );
            Ok(3)
        })
        .expect("written");
        let mut changed = fresh.changed();
        changed.sort();
        assert_eq!(changed, ["/en/b.html", "/ru/c.html"]);
        assert_eq!(fresh.publish().expect("published"), 3);
        let text = fs::read_to_string(out.join("en/b.html")).expect("there");
        assert_eq!(text, "two");
        assert!(!out.join("x.css").exists());
    }

    #[test]
    fn a_page_brings_the_assets_that_the_book_lacks() {
        let root = tempfile::tempdir().expect("a folder");
        let (from, book) = (root.path().join("from"), root.path().join("book"));
        put(
            &from,
            &[("a.html", "new"), ("b.html", "new"), ("toc-2.js", "2")],
        );
        put(
            &book,
            &[("a.html", "old"), ("b.html", "old"), ("toc-1.js", "1")],
        );
        put_pages(&from, &[from.join("a.html")], &book).expect("put");
        let read = |name: &str| fs::read_to_string(book.join(name)).expect("there");
        assert_eq!([read("a.html"), read("b.html")], ["new", "old"]);
        assert_eq!([read("toc-1.js"), read("toc-2.js")], ["1", "2"]);
    }
}
