//! Re-recording what real runs print, say and do.
//!
//! `cargo run -- record` rewrites the records in place. With `--diff` they are
//! made in a folder of their own and only compared: the drill for a new
//! compiler or a new Tokio, which tells what would change and in which chapters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, anyhow};
use regex::Regex;
use similar::TextDiff;

use crate::compile_fail::{self, Diagnosis};
use crate::elements::measurements;
use crate::facts;
use crate::fault::Fault;
use crate::nested_cargo;
use crate::recorded;
use crate::scratch::read;

/// The folders of records below `listings/`, and which of their files are ones.
const FOLDERS: [(&str, &[&str]); 4] = [
    ("output", &[".txt", ".stderr", ".status"]),
    ("traces", &[".json"]),
    ("compile_fail", &[".stderr"]),
    ("clippy", &[".stderr"]),
];

type Texts = BTreeMap<String, String>;

/// What is recorded at a time.
#[derive(Debug, Default, PartialEq, Eq)]
struct Records {
    /// By their path below `listings/`.
    texts: Texts,
    /// The facts that the outputs give, or why one gives none.
    facts: Texts,
}

/// What a recording came to.
#[derive(Debug)]
pub struct Recording {
    /// What has changed.
    pub report: String,
    /// What the recording tests said, if they failed: then some records are
    /// compared or written and others are left as they were.
    pub failed: Option<String>,
}

/// Makes all records anew and reports what changed. With `diff` the book's own
/// records stay as they are.
///
/// The outputs, traces and Clippy's words come from the tests that own them,
/// `outputs`, `traces` and `lints` of the listings. With `RECORD=1` such a test
/// rewrites its records in place; if `RECORD_DIR` is set it writes all of them
/// there instead, in `output/`, `traces/` and `clippy/`, and compares nothing.
///
/// # Errors
///
/// When the compiler or Cargo can't be run, or a file can't be read or written.
/// A changed record is not an error.
pub fn record(root: &Path, diff: bool) -> Result<Recording> {
    let before = Records::load(root, root)?;
    let folder = tempfile::tempdir().context("can't make a temporary folder")?;
    let target = if diff { folder.path() } else { root };
    let listings = target.join("listings");
    fs::create_dir_all(&listings).with_context(|| format!("can't make {}", listings.display()))?;

    let diagnoses = compile_fail::check_all(root)?;
    compile_fail::write_records(&diagnoses, &target.join(compile_fail::FOLDER))?;
    let failed = run_tests(root, diff.then_some(&listings))?;

    let mut after = Records::load(root, target)?;
    if failed.is_some() {
        // A test that fell over may not have come to all of its records.
        after.keep_missing(root, &before)?;
    }
    let mut report = format!("under {}", recorded::compiler(root)?.0);
    for (name, version) in measurements::crates(root)? {
        let _ = write!(report, ", {name} {version}");
    }
    report.push_str("\n\n");
    report.push_str(&compare(&before, &after, &chapters(root)?, diff)?);
    for diagnosis in diagnoses.iter().filter(|diagnosis| diagnosis.compiles()) {
        let Diagnosis { name, .. } = diagnosis;
        let _ = writeln!(
            report,
            "must not compile and does: {}/{name}",
            compile_fail::FOLDER
        );
    }
    if failed.is_none() {
        report.push_str(&recorded::renew(root, before != after, diff)?);
    }
    Ok(Recording { report, failed })
}

/// Runs the recording tests; their output if they failed.
fn run_tests(root: &Path, into: Option<&Path>) -> Result<Option<String>> {
    let mut command = nested_cargo::cargo(root);
    command.args([
        "test",
        "--no-fail-fast",
        "-p",
        "listings",
        "--test",
        "outputs",
        "--test",
        "traces",
        "--test",
        "lints",
    ]);
    command.env_remove("RECORD").env_remove("RECORD_DIR");
    match into {
        Some(folder) => command.env("RECORD_DIR", folder),
        None => command.env("RECORD", "1"),
    };
    // Cargo shows its progress; what the tests say is for the report.
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .context("can't run cargo")?;
    if output.status.success() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned()))
}

impl Records {
    /// The records below `folder`, and what the book's facts are by them.
    fn load(root: &Path, folder: &Path) -> Result<Self> {
        let mut texts = BTreeMap::new();
        for (kind, extensions) in FOLDERS {
            let Ok(entries) = fs::read_dir(folder.join("listings").join(kind)) else {
                continue;
            };
            for entry in entries {
                let path = entry?.path();
                let file = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                if extensions.iter().any(|extension| file.ends_with(extension)) {
                    texts.insert(format!("{kind}/{file}"), read(&path)?);
                }
            }
        }
        Self::of(root, texts)
    }

    fn of(root: &Path, texts: Texts) -> Result<Self> {
        let first = |faults: Vec<Fault>| anyhow!("{}", faults[0]);
        let names = facts::text(root).map_err(first)?;
        let facts = facts::looked_up(&names, &|path| {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            Ok(texts.get(&format!("output/{file}")).cloned())
        });
        let facts = facts.map_err(first)?.into_iter().map(|(name, number)| {
            let number = number.unwrap_or_else(|message| format!("none, {message}"));
            (name, number)
        });
        let facts = facts.collect();
        Ok(Self { texts, facts })
    }

    fn keep_missing(&mut self, root: &Path, old: &Self) -> Result<()> {
        let mut texts = old.texts.clone();
        texts.append(&mut self.texts);
        *self = Self::of(root, texts)?;
        Ok(())
    }
}

/// The report: per listing the chapters that show it, then its differences
/// (with `full`) or the names of its changed records; then the facts; last all
/// the chapters that somebody has to read again.
fn compare(before: &Records, after: &Records, chapters: &Texts, full: bool) -> Result<String> {
    let paths: BTreeSet<&String> = before.texts.keys().chain(after.texts.keys()).collect();
    let mut changed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in &paths {
        if before.texts.get(*path) != after.texts.get(*path) {
            changed.entry(listing(path)).or_default().push(path);
        }
    }
    let mut report = String::new();
    let mut touched = BTreeSet::new();
    for (listing, paths) in &changed {
        let slugs = shown_in(listing, chapters)?;
        let _ = writeln!(report, "{listing} (shown in {})", named(&slugs));
        touched.extend(slugs);
        for path in paths {
            let [old, new] = [before, after].map(|records| text_of(&records.texts, path));
            if full {
                let diff = TextDiff::from_lines(old, new);
                let _ = write!(
                    report,
                    "{}",
                    diff.unified_diff()
                        .header(&format!("listings/{path}"), "now")
                );
            } else {
                let _ = writeln!(report, "  listings/{path}");
            }
        }
        report.push('\n');
    }
    for fact in before
        .facts
        .keys()
        .chain(after.facts.keys())
        .collect::<BTreeSet<_>>()
    {
        let [old, new] = [before, after].map(|records| text_of(&records.facts, fact));
        if old != new {
            let slugs = shown_in(fact, chapters)?;
            let shown = named(&slugs);
            let _ = writeln!(report, "fact {fact}: {old} -> {new} (shown in {shown})");
            touched.extend(slugs);
        }
    }
    if !touched.is_empty() {
        let touched: Vec<_> = touched.into_iter().collect();
        let _ = writeln!(report, "chapters to read again: {}", named(&touched));
    }
    let note = if full { "; nothing was written" } else { "" };
    let _ = writeln!(
        report,
        "{} listings changed, {} records compared{note}",
        changed.len(),
        paths.len()
    );
    Ok(report)
}

fn text_of<'a>(texts: &'a Texts, key: &str) -> &'a str {
    texts.get(key).map_or("", String::as_str)
}

/// The listing that a record belongs to: the file's stem.
fn listing(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// The English chapters, by slug.
fn chapters(root: &Path) -> Result<Texts> {
    let folder = root.join("src/en");
    let mut chapters = Texts::new();
    for entry in
        fs::read_dir(&folder).with_context(|| format!("can't read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let slug = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            chapters.insert(slug, read(&path)?);
        }
    }
    Ok(chapters)
}

/// The chapters that name a listing or a fact.
fn shown_in<'a>(name: &str, chapters: &'a Texts) -> Result<Vec<&'a str>> {
    let word = Regex::new(&format!(r"\b{}\b", regex::escape(name)))?;
    let slugs = chapters
        .iter()
        .filter(|(_, text)| word.is_match(text))
        .map(|(slug, _)| slug.as_str());
    Ok(slugs.collect())
}

fn named(slugs: &[&str]) -> String {
    if slugs.is_empty() {
        "no chapter".to_string()
    } else {
        slugs.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(entries: &[(&str, &str)]) -> Texts {
        entries
            .iter()
            .map(|(key, text)| (key.to_string(), text.to_string()))
            .collect()
    }

    #[test]
    fn report_names_chapters_lines_and_facts() {
        let chapters = texts(&[
            ("poll", "{{#trace poll_countdown}}\n"),
            (
                "inert",
                "{{#fact poll.polls}} polls, poll_countdown_twice\n",
            ),
        ]);
        let before = Records {
            texts: texts(&[
                ("output/poll_countdown.txt", "start\n3 polls\n"),
                ("output/same.txt", ""),
            ]),
            facts: texts(&[("poll.polls", "3"), ("poll.same", "1")]),
        };
        let after = Records {
            texts: texts(&[
                ("output/poll_countdown.txt", "start\n4 polls\n"),
                ("output/same.txt", ""),
            ]),
            facts: texts(&[("poll.polls", "4"), ("poll.same", "1")]),
        };
        let expected = "\
poll_countdown (shown in poll)
--- listings/output/poll_countdown.txt
+++ now
@@ -1,2 +1,2 @@
 start
-3 polls
+4 polls

fact poll.polls: 3 -> 4 (shown in inert)
chapters to read again: inert, poll
1 listings changed, 2 records compared; nothing was written
";
        assert_eq!(compare(&before, &after, &chapters, true).unwrap(), expected);
    }
}
