//! Links of the built site: every relative one leads to a file, and its
//! fragment to an id in it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use html_escape::decode_html_entities;
use lol_html::{RewriteStrSettings, element, rewrite_str};
use walkdir::WalkDir;

use super::links::is_external;
use crate::fault::{Fault, Faults};
use crate::workers;

/// What the server adds while it serves; no file.
const SERVED: &str = "/-/";

/// Walks the pages of a built site. A dead link that stands on many pages is
/// one fault.
pub fn built(folder: &Path) -> Faults {
    let mut files = HashSet::new();
    let mut pages = Vec::new();
    for entry in WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
    {
        let Ok(path) = entry.path().strip_prefix(folder) else {
            continue;
        };
        if entry.file_type().is_file() {
            if path
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                pages.push(path.to_owned());
            }
            files.insert(path.to_owned());
        }
    }
    let mut faults = Faults::default();
    let mut read = HashMap::new();
    for (path, page) in read_all(folder, &pages) {
        match page {
            Ok(page) => drop(read.insert(path, page)),
            Err(error) => faults.push(Fault::file(
                path,
                "unreadable",
                format!("the page cannot be read: {error}"),
                "build the site again",
            )),
        }
    }
    let mut dead: BTreeMap<(PathBuf, String, &str), Vec<&Path>> = BTreeMap::new();
    for page in &pages {
        for link in read.get(page).into_iter().flat_map(|page| &page.links) {
            if let Some((target, what)) = problem(page, link, &files, &read) {
                let key = (target, link.clone(), what);
                let on = dead.entry(key).or_default();
                if on.last() != Some(&page.as_path()) {
                    on.push(page);
                }
            }
        }
    }
    for ((_, link, what), on) in dead {
        let more = match on.len() - 1 {
            0 => String::new(),
            n => format!(" (and on {n} more pages)"),
        };
        faults.push(Fault::file(
            on[0],
            "dead-link",
            format!("`{link}` {what}{more}"),
            "mend the link in the chapter, or in theme/ if no chapter has it",
        ));
    }
    faults.settle();
    faults
}

/// What a page offers and what it asks for.
struct Page {
    ids: HashSet<String>,
    links: HashSet<String>,
}

/// Parses the pages on all cores.
fn read_all(folder: &Path, pages: &[PathBuf]) -> HashMap<PathBuf, std::io::Result<Page>> {
    let read = Mutex::new(HashMap::new());
    // No task fails: a page that can't be read is a fault of its own.
    let _ = workers::each(pages, |path| {
        let html = fs::read_to_string(folder.join(path));
        let page = html.and_then(|html| Page::new(&html));
        let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(path.clone(), page);
        Ok(None)
    });
    read.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Page {
    /// Reads the tags alone: no tree is made of pages that hold a whole book.
    fn new(html: &str) -> std::io::Result<Self> {
        let (mut ids, mut links) = (HashSet::new(), HashSet::new());
        let settings = RewriteStrSettings::new().append_element_content_handler(element!(
            "[id], [href], [src], a[name]",
            |element| {
                for attribute in element.attributes() {
                    let value = attribute.value();
                    let set = match attribute.name().as_str() {
                        "id" => &mut ids,
                        "name" if element.tag_name() == "a" => &mut ids,
                        "href" | "src" => &mut links,
                        _ => continue,
                    };
                    set.insert(decode_html_entities(&value).into_owned());
                }
                Ok(())
            }
        ));
        rewrite_str(html, settings).map_err(std::io::Error::other)?;
        Ok(Self { ids, links })
    }
}

/// The file that a link misses, and how.
fn problem(
    page: &Path,
    link: &str,
    files: &HashSet<PathBuf>,
    read: &HashMap<PathBuf, Page>,
) -> Option<(PathBuf, &'static str)> {
    if is_external(link) || link.starts_with(SERVED) {
        return None;
    }
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    let path = decoded(path.split('?').next().unwrap_or_default());
    let target = if path.is_empty() {
        page.to_owned()
    } else if let Some(path) = path.strip_prefix('/') {
        PathBuf::from(path)
    } else {
        match resolved(page.parent().unwrap_or(Path::new("")), &path) {
            Some(target) => target,
            None => return Some((PathBuf::from(path), "leads out of the site")),
        }
    };
    let index = target.join("index.html");
    let target = if files.contains(&target) {
        target
    } else {
        index
    };
    if !files.contains(&target) {
        return Some((target, "leads to no file of the site"));
    }
    let fragment = decoded(fragment);
    let ids = read.get(&target).map(|page| &page.ids);
    let found = fragment.is_empty() || ids.is_none_or(|ids| ids.contains(&fragment));
    (!found).then_some((target, "leads to no place on its page"))
}

fn resolved(folder: &Path, path: &str) -> Option<PathBuf> {
    let mut joined = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir if !joined.pop() => return None,
            Component::Normal(part) => joined.push(part),
            _ => {}
        }
    }
    Some(joined)
}

/// Undoes `%D0%B0`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match byte.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dead_links_are_faults() {
        let site = tempfile::tempdir().expect("a temporary folder");
        let write = |path: &str, text: &str| {
            let path = site.path().join(path);
            std::fs::create_dir_all(path.parent().expect("in the site")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write(
            "index.html",
            "<a href=\"en/\">en</a><a href=\"ru/poll.html#нет\">ru</a>",
        );
        write(
            "en/index.html",
            "<h1 id=\"top\">a</h1><a href=\"#top\"></a><a href=\"#gone\"></a>\
             <img src=\"../x.svg?v=1\"><a href=\"../../up\"></a><script src=\"/-/r.js\"></script>\
             <a href=\"https://a.b\"></a><a href=\"none.html\"></a>",
        );
        write(
            "ru/poll.html",
            "<h2 id=\"есть\"></h2><a href=\"%D1%85.txt#%D0%B0\"></a><a href=\"../en/none.html\">",
        );
        write("ru/х.txt", "");
        write("x.svg", "");
        let found: Vec<String> = built(site.path())
            .0
            .iter()
            .map(|fault| fault.to_string())
            .collect();
        assert_eq!(
            found,
            [
                "en/index.html: error[dead-link]: `../../up` leads out of the site",
                "en/index.html: error[dead-link]: `#gone` leads to no place on its page",
                "en/index.html: error[dead-link]: `none.html` leads to no file of the site",
                "index.html: error[dead-link]: `ru/poll.html#нет` leads to no place on its page",
                "ru/poll.html: error[dead-link]: `../en/none.html` leads to no file of the site",
            ]
        );
    }
}
