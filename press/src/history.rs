//! What git knows of the sources: the commit of an edition, and how an English
//! section read when a translation was made. All of it may be absent.

use std::path::Path;
use std::process::Command;

use similar::TextDiff;

use crate::locale::SOURCE;
use crate::project::Project;
use crate::sections::{self, Section};

/// The commit that the sources stand at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The beginning of its hash.
    pub hash: String,
    /// Its day.
    pub date: String,
    /// Whether tracked files differ from it.
    pub changed: bool,
}

/// The commit of the project's folder; `None` if the folder is no part of a
/// repository, or of one that doesn't hold the project.
pub fn commit(root: &Path) -> Option<Commit> {
    git(root, &["ls-files", "--error-unmatch", "book.toml"])?;
    let line = git(root, &["log", "-1", "--abbrev=12", "--format=%h %cs"])?;
    let (hash, date) = line.trim().split_once(' ')?;
    let changes = git(root, &["status", "--porcelain", "--untracked-files=no"])?;
    Some(Commit {
        hash: hash.to_owned(),
        date: date.to_owned(),
        changed: !changes.is_empty(),
    })
}

/// How the English text of these sections has changed since the stamp: a
/// unified diff for each. Only hashes are kept of the old text, so it comes
/// from git; where git hasn't got it the answer says so.
pub fn diff(
    root: &Path,
    slug: &str,
    english: &str,
    stamp: &[Section],
    changed: &[String],
) -> String {
    let path = Project::path(SOURCE, slug)
        .display()
        .to_string()
        .replace('\\', "/");
    let now = sections::texts(english);
    let mut wanted: Vec<&Section> = stamp
        .iter()
        .filter(|section| changed.contains(&section.id))
        .collect();
    let found = old_texts(root, &path, &mut wanted);
    let mut answer = String::new();
    for id in changed {
        let new = now.iter().find(|(section, _)| section.id == *id);
        let new = new.map_or("", |(_, text)| text.trim_end());
        let place = format!("{path}#{id}");
        if wanted.iter().any(|section| section.id == *id) {
            answer.push_str(&format!(
                "{place}: the English text that the translation was made from is not in the git history here, so there is no diff; compare with the section as it is now\n"
            ));
            continue;
        }
        let old = found.iter().find(|(section, ..)| section.id == *id);
        let (from, old) = match old {
            Some((_, text, commit)) => (
                format!("{place} (as translated, commit {commit})"),
                text.trim_end(),
            ),
            None => (format!("{place} (not there)"), ""),
        };
        let to = match new {
            "" => format!("{place} (removed)"),
            _ => format!("{place} (now)"),
        };
        let [old, new] = [old, new].map(|text| match text {
            "" => String::new(),
            text => format!("{text}\n"),
        });
        let diff = TextDiff::from_lines(&old, &new);
        answer.push_str(&diff.unified_diff().header(&from, &to).to_string());
    }
    answer
}

/// The newest text of each wanted section that has its hash, with the commit.
/// What is found is no longer wanted.
fn old_texts<'a>(
    root: &Path,
    path: &str,
    wanted: &mut Vec<&'a Section>,
) -> Vec<(&'a Section, String, String)> {
    let mut found = Vec::new();
    let commits = match wanted.as_slice() {
        [] => None,
        _ => git(root, &["log", "--abbrev=12", "--format=%h", "--", path]),
    };
    for commit in commits.unwrap_or_default().lines() {
        // The commit that removed the file has none.
        let Some(text) = git(root, &["show", &format!("{commit}:./{path}")]) else {
            continue;
        };
        let texts = sections::texts(&text);
        wanted.retain(|wanted| {
            let old = texts.iter().find(|(section, _)| section == *wanted);
            if let Some((_, text)) = old {
                found.push((*wanted, (*text).to_owned(), commit.to_owned()));
            }
            old.is_none()
        });
        if wanted.is_empty() {
            break;
        }
    }
    found
}

/// What git prints; `None` if it isn't there or refuses.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        // A build beside another git command must not take its lock.
        .arg("--no-optional-locks")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEN: &str = "# A {#a}\n\none\n\n## B {#b}\n\ntwo\n\n## C {#c}\n\nthree\n";
    const NOW: &str = "# A {#a}\n\none\n\n## B {#b}\n\n2\n\n## D {#d}\n\nfour\n";

    /// The diff of what has changed between the two texts.
    fn diff_in(root: &Path) -> String {
        let stamp = sections::of(THEN);
        let changed = sections::changed(&stamp, &sections::of(NOW));
        assert_eq!(changed, ["b", "d", "c"]);
        diff(root, "a", NOW, &stamp, &changed)
    }

    fn write(root: &Path, text: &str) {
        let path = root.join("src/en");
        std::fs::create_dir_all(&path).expect("a folder");
        std::fs::write(path.join("a.md"), text).expect("a file");
        std::fs::write(root.join("book.toml"), "").expect("a file");
    }

    fn committed(root: &Path, text: &str) {
        write(root, text);
        for arguments in [
            &["init", "--quiet"][..],
            &["add", "."],
            &[
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org",
                "commit",
                "--quiet",
                "-m",
                "a",
            ],
        ] {
            git(root, arguments).expect("git does it");
        }
    }

    #[test]
    fn the_old_text_of_a_section_is_found_by_its_hash() {
        let root = tempfile::tempdir().expect("a folder");
        committed(root.path(), THEN);
        committed(root.path(), &THEN.replace("two", "1 + 1"));
        write(root.path(), NOW);
        let diff = diff_in(root.path());
        assert!(
            diff.contains("--- src/en/a.md#b (as translated, commit "),
            "{diff}"
        );
        assert!(diff.contains("\n-two\n+2\n"), "{diff}");
        assert!(diff.contains("+++ src/en/a.md#c (removed)"), "{diff}");
        assert!(diff.contains("\n-three\n"), "{diff}");
        assert!(diff.contains("\n+four\n"), "{diff}");
        assert!(!diff.contains("1 + 1"), "{diff}");
    }

    #[test]
    fn without_history_the_diff_says_that_there_is_none() {
        let root = tempfile::tempdir().expect("a folder");
        write(root.path(), NOW);
        let diff = diff_in(root.path());
        let lost = diff.lines().filter(|line| line.contains("no diff")).count();
        assert_eq!(lost, 2, "{diff}");
        // A section that is new needs no old text.
        assert!(diff.contains("\n+four\n"), "{diff}");
    }

    #[test]
    fn an_edition_has_a_commit_only_in_a_repository_of_its_own() {
        let root = tempfile::tempdir().expect("a folder");
        write(root.path(), THEN);
        assert_eq!(commit(root.path()), None);
        committed(root.path(), THEN);
        let clean = commit(root.path()).expect("committed");
        assert_eq!((clean.hash.len(), clean.changed), (12, false));
        write(root.path(), NOW);
        assert!(commit(root.path()).expect("committed").changed);
        // A copy inside of a repository that doesn't know it.
        let copy = root.path().join("copy");
        write(&copy, THEN);
        assert_eq!(commit(&copy), None);
    }
}
