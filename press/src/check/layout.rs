//! Which files there are: the order of chapters, and nothing that it lacks.

use std::path::{Path, PathBuf};

use super::sources::Sources;
use crate::fault::{Fault, Faults};
use crate::locale::Locale;
use crate::project::{Project, SUMMARY, read_text};

/// SUMMARY.md against the chapters, and each locale's folder against both.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    let text = read_text(&sources.project.root, Path::new(SUMMARY))
        .ok()
        .flatten();
    summary(sources, &text.unwrap_or_default(), faults);
    for name in names(&sources.project.root.join("src")) {
        if !sources.project.root.join("src").join(&name).is_dir() {
            faults.push(stray(
                Path::new("src").join(&name),
                "src/ holds one folder for each language",
            ));
        }
    }
    for locale in &sources.project.locales {
        folder(sources.project, locale, faults);
    }
}

fn summary(sources: &Sources<'_>, text: &str, faults: &mut Faults) {
    let mut fault = |at: usize, rule, message: String, mend: &str| {
        faults.push(Fault::at(
            SUMMARY,
            text,
            at..text.len(),
            rule,
            message,
            mend,
        ));
    };
    let mut from = 0;
    for entry in &sources.project.entries {
        let target = format!("{}.md)", entry.slug);
        let at = text[from..].find(&target).map_or(from, |at| from + at);
        from = (at + target.len()).min(text.len());
        let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let Some(chapter) = sources.english.chapter(&entry.slug) else {
            let file = sources.project.root.join(Project::path("en", &entry.slug));
            // A file that is there and cannot be read has a fault of its own.
            if !file.exists() {
                let message = format!("there is no src/en/{}.md", entry.slug);
                fault(
                    line,
                    "missing-chapter",
                    message,
                    "write the chapter, or remove the line",
                );
            }
            continue;
        };
        let title = chapter
            .doc
            .headings
            .first()
            .map_or("", |heading| heading.title.trim());
        if plain(title) != plain(&entry.title) && !entry.title.contains("{#") {
            let message = format!(
                "the list calls the chapter “{}”, its own title is “{title}”",
                entry.title
            );
            fault(
                line,
                "summary-title",
                message,
                "write the same title in both places",
            );
        }
    }
    for (at, _) in text.match_indices("{#") {
        let message = "a heading id is shown as text here".to_owned();
        fault(
            at,
            "summary-heading-id",
            message,
            "remove {#…}: ids belong to the chapter's own heading",
        );
    }
    parts(sources, text, &mut fault);
}

fn parts(
    sources: &Sources<'_>,
    text: &str,
    fault: &mut dyn FnMut(usize, &'static str, String, &str),
) {
    let known = sources.english.locale.strings.0.get("parts");
    for part in &sources.project.parts {
        if known.is_none_or(|known| !known.values().any(|title| title == part)) {
            fault(
                text.find(part.as_str()).unwrap_or_default(),
                "unknown-part",
                format!("src/en/locale.toml has no part “{part}”"),
                "add the title under [parts] in each locale.toml, or write it as it stands there",
            );
        }
    }
}

/// A title without what the typographer makes of it: mdBook sets quotes and
/// dashes in a chapter and not in the list.
fn plain(title: &str) -> String {
    title
        .replace(['‘', '’'], "'")
        .replace(['“', '”'], "\"")
        .replace('…', "...")
        .replace('—', "---")
        .replace('–', "--")
}

fn folder(project: &Project, locale: &Locale, faults: &mut Faults) {
    let folder = Path::new("src").join(&locale.tag);
    for name in names(&project.root.join(&folder)) {
        let path = folder.join(&name);
        let is_file = project.root.join(&path).is_file();
        let slug = name.strip_suffix(".md").filter(|_| is_file);
        let is_chapter =
            slug.is_some_and(|slug| project.entries.iter().any(|entry| entry.slug == slug));
        let is_summary = locale.is_source() && name == "SUMMARY.md";
        if is_chapter || is_summary || (name == "locale.toml" && is_file) {
            continue;
        }
        faults.push(match slug {
            Some(slug) if locale.is_source() => Fault::file(
                path,
                "unlisted-chapter",
                "no reader gets here: SUMMARY.md does not list the chapter",
                format!(
                    "add the line `- [Title]({slug}.md)` to src/en/SUMMARY.md, or remove the file"
                ),
            ),
            Some(slug) => Fault::file(
                path,
                "extra-translation",
                format!("the English book has no chapter `{slug}`"),
                "name the file as the English chapter is named, or remove it",
            ),
            None => stray(path, "a language's folder holds locale.toml and chapters"),
        });
    }
}

fn stray(path: PathBuf, rule: &str) -> Fault {
    Fault::file(
        path,
        "stray-file",
        format!("this does not belong here: {rule}"),
        "move the file elsewhere or remove it",
    )
}

/// What a folder holds, hidden files apart, in order.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    names
}
