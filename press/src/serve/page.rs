//! A saved chapter's page, before the rest of the site.
//!
//! The page comes out of the same pipeline as in a whole build: its book is
//! rendered without the text of the other chapters. Meanwhile the gates look
//! at English and at the chapter's language, and a fault holds the page back.
//! What shows the chapter elsewhere (other languages, the index, the page of
//! the whole book) is left to the whole build.

use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Result, anyhow, bail};

use crate::check;
use crate::files::folder_beside;
use crate::locale::SOURCE;
use crate::log;
use crate::project::Project;
use crate::publish;
use crate::site::Site;

/// More chapters than this at once are no work of a writer.
const FEW: usize = 3;

/// A chapter's file, `src/<tag>/<slug>.md`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Saved {
    tag: String,
    slug: String,
}

/// What a burst of saved files comes to.
#[derive(Debug, PartialEq, Eq)]
pub enum Change {
    /// Files that no build reads.
    Nothing,
    /// Some chapters and nothing else.
    Chapters(Vec<Saved>),
    /// Anything else.
    Site,
}

impl Change {
    /// Looks at the names of the files.
    pub fn of<'a>(root: &Path, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        let mut chapters = Vec::new();
        for path in paths.into_iter().filter(|path| !is_editors_own(path)) {
            match Saved::at(root, path) {
                Some(saved) => chapters.push(saved),
                None => return Self::Site,
            }
        }
        chapters.sort();
        chapters.dedup();
        match chapters.len() {
            0 => Self::Nothing,
            n if n <= FEW => Self::Chapters(chapters),
            _ => Self::Site,
        }
    }
}

/// Whether a file is an editor's: a backup, a lock, a swap file, or the one
/// by which Vim tries whether it may write.
fn is_editors_own(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(['.', '#']) || name.ends_with('~') || name == "4913"
}

impl Saved {
    fn at(root: &Path, path: &Path) -> Option<Self> {
        let name = path.strip_prefix(root.join("src")).ok()?;
        let (tag, slug) = name.to_str()?.split_once(std::path::MAIN_SEPARATOR)?;
        let slug = slug.strip_suffix(".md").filter(|slug| *slug != "SUMMARY")?;
        Some(Self {
            tag: tag.to_owned(),
            slug: slug.to_owned(),
        })
    }
}

/// Pages that stand ready beside a served site.
pub struct Pages {
    /// By locale: the folder of a book, and the files in it that are meant.
    books: Vec<(String, tempfile::TempDir, Vec<PathBuf>)>,
}

impl Pages {
    /// Renders the pages of saved chapters. `None` if that needs a whole
    /// build: the site, the book or the chapter is new.
    ///
    /// # Errors
    ///
    /// The text of all faults.
    pub fn render(root: &Path, out: &Path, saved: &[Saved]) -> Result<Option<Self>> {
        log::install();
        let Some(parent) = out.parent() else {
            return Ok(None);
        };
        let mut project =
            Project::load(root).map_err(|faults| anyhow!("{}", faults.render(root).trim_end()))?;
        let known = saved.iter().all(|one| {
            project.locale(&one.tag).is_some()
                && project.entries.iter().any(|entry| entry.slug == one.slug)
                && out.join(&one.tag).is_dir()
        });
        if !known {
            return Ok(None);
        }
        let all = project.clone();
        project
            .locales
            .retain(|locale| locale.tag == SOURCE || saved.iter().any(|one| one.tag == locale.tag));
        let (faults, books) = thread::scope(|scope| {
            let faults = scope.spawn(|| check::run(&project));
            let books = saved.iter().map(|one| one.render(&all, parent));
            let books = books.collect::<Result<Vec<_>>>();
            (faults.join(), books)
        });
        let faults = faults.map_err(|_| anyhow!("a gate panicked"))?;
        if faults.errors() > 0 {
            bail!("{}", faults.render(root).trim_end());
        }
        Ok(Some(Self { books: books? }))
    }

    /// Puts them into the served site, and returns their addresses.
    pub fn publish(&self, out: &Path) -> Result<Vec<String>> {
        let mut addresses = Vec::new();
        for (tag, folder, pages) in &self.books {
            publish::put_pages(folder.path(), pages, &out.join(tag))?;
            for page in pages {
                let name = page.strip_prefix(folder.path())?;
                addresses.push(publish::address(&Path::new(tag).join(name)));
            }
        }
        Ok(addresses)
    }
}

impl Saved {
    fn render(
        &self,
        project: &Project,
        parent: &Path,
    ) -> Result<(String, tempfile::TempDir, Vec<PathBuf>)> {
        // A whole build sweeps what stands beside the site under its own name.
        let folder = folder_beside(&parent.join("page"))?;
        let Some(locale) = project.locale(&self.tag) else {
            bail!("there is no locale {}", self.tag);
        };
        let pages =
            Site::serving().write_pages(project, locale, Some(&self.slug), folder.path())?;
        Ok((self.tag.clone(), folder, pages))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(paths: &[&str]) -> Change {
        let paths = paths.iter().map(|path| Path::new("/book").join(path));
        let paths: Vec<_> = paths.collect();
        Change::of(Path::new("/book"), paths.iter().map(PathBuf::as_path))
    }

    #[test]
    fn chapters_are_told_from_all_else() {
        let poll = Saved {
            tag: "ru".to_owned(),
            slug: "poll".to_owned(),
        };
        let once = Change::Chapters(vec![poll]);
        assert_eq!(change(&["src/ru/poll.md", "src/ru/poll.md"]), once);
        for other in [
            "src/en/SUMMARY.md",
            "src/ru/locale.toml",
            "src/fr",
            "theme/index.hbs",
            "listings/facts.toml",
            "book.toml",
        ] {
            assert_eq!(change(&["src/ru/poll.md", other]), Change::Site, "{other}");
        }
        let many = ["src/ru/a.md", "src/ru/b.md", "src/ru/c.md", "src/ru/d.md"];
        assert_eq!(change(&many), Change::Site);
    }

    #[test]
    fn the_files_of_editors_are_nothing() {
        let own = [
            "src/ru/.poll.md.swp",
            "src/ru/poll.md~",
            "src/ru/4913",
            "src/ru/.#poll.md",
        ];
        assert_eq!(change(&own), Change::Nothing);
    }
}
