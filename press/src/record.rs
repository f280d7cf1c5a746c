//! Re-recording what real runs print, say and do.
//!
//! `cargo run -- record` rewrites the records in place. With `--diff` they are
//! made in a folder of their own and only compared: the drill for a new
//! compiler or a new Tokio, which tells what would change and in which chapters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use regex::Regex;
use similar::TextDiff;
use toml::{Table, Value};

use crate::compile_fail;
use crate::scratch::{self, read, read_toml};

/// The folders of records below `listings/`, and which of their files are ones.
const FOLDERS: [(&str, &[&str]); 3] =
    [("output", &["txt", "stderr"]), ("traces", &["json"]), ("compile_fail", &["stderr"])];

/// Records by their path below `listings/`.
type Records = BTreeMap<String, String>;

/// Makes all records anew and returns a report on what changed. With `diff` the
/// book's own records stay as they are.
///
/// The outputs and traces come from the tests that own them, `outputs` and
/// `traces` of the listings. With `RECORD=1` such a test rewrites its records in
/// place; if `RECORD_DIR` is set it writes all of them there instead, in
/// `output/` and `traces/`, and compares nothing.
///
/// # Errors
///
/// When a program fails to run, compiles though it must not, or a file can't be
/// read or written. A changed record is not an error.
pub fn record(root: &Path, diff: bool) -> Result<String> {
    let listings = root.join("listings");
    let before = records(&listings)?;
    let folder = tempfile::tempdir().context("can't make a temporary folder")?;
    let target = if diff { folder.path() } else { &listings };

    let diagnoses = compile_fail::check_all(root)?;
    compile_fail::write_records(&diagnoses, &target.join("compile_fail"))?;
    let failed = run_tests(root, diff.then_some(target))?;

    let mut after = records(target)?;
    if failed.is_some() {
        // A test that fell over may not have come to all of its records.
        let missing = before.iter().filter(|(path, _)| !after.contains_key(*path));
        after.extend(missing.map(|(path, text)| (path.clone(), text.clone())).collect::<Vec<_>>());
    }
    let mut report = compare(root, &before, &after, diff)?;
    for diagnosis in diagnoses.iter().filter(|diagnosis| diagnosis.compiles()) {
        let _ = writeln!(report, "must not compile and does: {}/{}", compile_fail::FOLDER, diagnosis.name);
    }
    match failed {
        None => Ok(report),
        Some(text) => anyhow::bail!("{report}\nthe recording tests failed:\n{text}"),
    }
}

/// Runs the recording tests; their output if they failed.
fn run_tests(root: &Path, into: Option<&Path>) -> Result<Option<String>> {
    let mut command = scratch::cargo(root);
    command.args(["test", "--no-fail-fast", "-p", "listings", "--test", "outputs", "--test", "traces"]);
    command.env_remove("RECORD").env_remove("RECORD_DIR");
    match into {
        Some(folder) => command.env("RECORD_DIR", folder),
        None => command.env("RECORD", "1"),
    };
    let output = command.output().context("can't run cargo")?;
    if output.status.success() {
        return Ok(None);
    }
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Some(text.concat()))
}

fn records(listings: &Path) -> Result<Records> {
    let mut records = Records::new();
    for (folder, extensions) in FOLDERS {
        let Ok(entries) = fs::read_dir(listings.join(folder)) else {
            continue;
        };
        for entry in entries {
            let path: PathBuf = entry?.path();
            let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            if extensions.contains(&extension.as_str()) {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                records.insert(format!("{folder}/{file}"), read(&path)?);
            }
        }
    }
    Ok(records)
}

/// The report: per listing the chapters that show it, then its differences
/// (with `full`) or the names of its changed records.
fn compare(root: &Path, before: &Records, after: &Records, full: bool) -> Result<String> {
    let mut changed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        if before.get(path) != after.get(path) {
            changed.entry(listing(path)).or_default().push(path);
        }
    }
    if changed.is_empty() {
        return Ok(format!("{} records, nothing changed\n", after.len()));
    }
    let facts = facts(root)?;
    let chapters = chapters(root)?;
    let mut report = String::new();
    for (listing, paths) in &changed {
        let facts: Vec<&Fact> = facts.iter().filter(|fact| fact.output == *listing).collect();
        let shown = shown_in(listing, &facts, &chapters)?;
        let shown = if shown.is_empty() { "no chapter".to_string() } else { shown.join(", ") };
        let _ = writeln!(report, "{listing} (shown in {shown})");
        for path in paths {
            let texts = [before, after].map(|records| records.get(*path).map_or("", String::as_str));
            if full {
                let diff = TextDiff::from_lines(texts[0], texts[1]);
                let _ = write!(report, "{}", diff.unified_diff().header(path, "now"));
            } else {
                let _ = writeln!(report, "  listings/{path}");
            }
            for fact in facts.iter().filter(|_| path.starts_with("output/") && path.ends_with(".txt")) {
                let values = texts.map(|text| fact.value(text));
                if values[0] != values[1] {
                    let [old, new] = values.map(|value| value.unwrap_or_else(|| "nothing".to_string()));
                    let _ = writeln!(report, "fact {}: {old} -> {new}", fact.name);
                }
            }
        }
        report.push('\n');
    }
    let note = if full { "; nothing was written" } else { "" };
    let _ = writeln!(report, "{} of {} listings' records changed{note}", changed.len(), count(before, after));
    Ok(report)
}

/// The listing that a record belongs to: the file's stem.
fn listing(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

fn count(before: &Records, after: &Records) -> usize {
    before.keys().chain(after.keys()).map(|path| listing(path)).collect::<BTreeSet<_>>().len()
}

/// A number that prose takes from a record.
struct Fact {
    name: String,
    output: String,
    pattern: Regex,
}

impl Fact {
    fn value(&self, text: &str) -> Option<String> {
        Some(self.pattern.captures(text)?.get(1)?.as_str().to_string())
    }
}

fn facts(root: &Path) -> Result<Vec<Fact>> {
    let path = root.join("listings/facts.toml");
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut facts = Vec::new();
    for (table, entries) in read_toml(&path)? {
        for (key, entry) in entries.as_table().into_iter().flatten() {
            let name = format!("{table}.{key}");
            facts.push(fact(name.clone(), entry.as_table()).with_context(|| format!("fact {name}"))?);
        }
    }
    Ok(facts)
}

fn fact(name: String, entry: Option<&Table>) -> Result<Fact> {
    let entry = entry.context("is not a table")?;
    let text = |key: &str| entry.get(key).and_then(Value::as_str).with_context(|| format!("lacks `{key}`"));
    Ok(Fact { output: text("output")?.to_string(), pattern: Regex::new(text("pattern")?)?, name })
}

/// The English chapters, by slug.
fn chapters(root: &Path) -> Result<BTreeMap<String, String>> {
    let folder = root.join("src/en");
    let mut chapters = BTreeMap::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("can't read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let slug = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            chapters.insert(slug, read(&path)?);
        }
    }
    Ok(chapters)
}

/// A chapter shows a listing if it names it or one of its facts.
fn shown_in(listing: &str, facts: &[&Fact], chapters: &BTreeMap<String, String>) -> Result<Vec<String>> {
    let names = facts.iter().map(|fact| fact.name.as_str()).chain([listing]).map(regex::escape);
    let word = Regex::new(&format!(r"\b(?:{})\b", names.collect::<Vec<_>>().join("|")))?;
    Ok(chapters.iter().filter(|(_, text)| word.is_match(text)).map(|(slug, _)| slug.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> tempfile::TempDir {
        let book = tempfile::tempdir().unwrap();
        fs::create_dir_all(book.path().join("src/en")).unwrap();
        fs::create_dir_all(book.path().join("listings")).unwrap();
        fs::write(book.path().join("src/en/poll.md"), "{{#trace poll_countdown}}\n").unwrap();
        fs::write(book.path().join("src/en/inert.md"), "{{#fact poll.polls}} polls, poll_countdown_twice\n").unwrap();
        let facts = "[poll]\npolls = { output = \"poll_countdown\", pattern = '(\\d+) polls' }\n";
        fs::write(book.path().join("listings/facts.toml"), facts).unwrap();
        book
    }

    fn records(entries: &[(&str, &str)]) -> Records {
        entries.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect()
    }

    #[test]
    fn report_names_chapters_lines_and_facts() {
        let before = records(&[("output/poll_countdown.txt", "start\n3 polls\n"), ("output/same.txt", "x\n")]);
        let after = records(&[("output/poll_countdown.txt", "start\n4 polls\n"), ("output/same.txt", "x\n")]);
        let report = compare(book().path(), &before, &after, true).unwrap();
        let expected = "\
poll_countdown (shown in inert, poll)
--- output/poll_countdown.txt
+++ now
@@ -1,2 +1,2 @@
 start
-3 polls
+4 polls
fact poll.polls: 3 -> 4

1 of 2 listings' records changed; nothing was written
";
        assert_eq!(report, expected);
    }

    #[test]
    fn nothing_changed_is_said() {
        let same = records(&[("traces/a.json", "{}")]);
        assert_eq!(compare(book().path(), &same, &same, true).unwrap(), "1 records, nothing changed\n");
    }
}
