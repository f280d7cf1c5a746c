//! Under what the book's numbers were recorded: `listings/recorded.toml`.
//!
//! `cargo run -- record` writes it. The file changes only when something that
//! was recorded has: a run of `record` that finds all as it was leaves no trace.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::bounded::{self, Reach};
use crate::fault::Fault;
use crate::nested_cargo;
use crate::project::read_text;
use crate::scratch::read;

/// The file, from the root.
pub const RECORDED: &str = "listings/recorded.toml";

/// Over how many runs the times in outputs are followed; the recorded one counts.
const RUNS: u32 = 10;

/// More than any listing takes, its build included.
const LIMIT: Duration = Duration::from_secs(300);

/// What is too long for the Playground, which ends a program after some 10
/// seconds, the build on its slow machine included.
const LONG: Duration = Duration::from_secs(3);

const HEAD: &str = "\
# Under what the outputs, messages and traces were recorded, and how the times in outputs spread.
# Written by `cargo run -- record`, which leaves it alone when nothing has changed.

";

/// Where, when and how the records came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The first line of `rustc -vV`.
    pub compiler: String,
    /// The target that it compiled for, which is its host.
    pub target: String,
    /// The day of the last change of a record, in UTC.
    pub date: String,
    /// How often each program in `times` was run.
    pub runs: u32,
    /// Programs that took [`LONG`] or more, their start by Cargo included.
    #[serde(default)]
    pub long: Vec<String>,
    /// The times that differ from run to run.
    #[serde(default)]
    pub times: Vec<Time>,
}

/// A time in an output, over several runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// The listing.
    pub program: String,
    /// The line of its output, `…` in place of times.
    pub line: String,
    /// The shortest, as the program printed it.
    pub min: String,
    /// The longest.
    pub max: String,
}

impl Recorded {
    /// Reads the file.
    pub fn load(root: &Path) -> Result<Self, Fault> {
        let path = Path::new(RECORDED);
        let text = read_text(root, path)?.ok_or_else(|| {
            let message = "nothing says under what the outputs were recorded";
            Fault::file(path, "missing-recorded", message, MEND)
        })?;
        toml::from_str(&text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let message = error.message().to_owned();
            Fault::at(path, &text, span, "malformed-recorded", message, MEND)
        })
    }

    /// Whether the file speaks of the compiler and of the outputs that there are.
    pub fn check(root: &Path) -> Result<(), Fault> {
        let recorded = Self::load(root)?;
        let stale = |message| Err(Fault::file(RECORDED, "stale-recorded", message, MEND));
        let channel = channel(root);
        let version = channel.as_deref().unwrap_or_default();
        if !recorded.compiler.contains(version) {
            return stale(format!(
                "recorded under {}, and rust-toolchain.toml says {version}",
                recorded.compiler
            ));
        }
        let timed = timed(root).unwrap_or_default();
        if !recorded.speaks_of(&timed) {
            return stale("the times are not those of the recorded outputs".to_owned());
        }
        Ok(())
    }

    fn speaks_of(&self, timed: &[Timed]) -> bool {
        let own = self.times.iter().map(|time| (&time.program, &time.line));
        own.eq(timed.iter().map(|time| (&time.program, &time.line)))
    }
}

const MEND: &str = "run `cargo run -- record`, which writes the file";

/// Writes the file anew if a record has `changed`, or if it is not that of this
/// compiler and these outputs. With `diff` nothing is written or run.
///
/// Returns what to report.
pub fn renew(root: &Path, changed: bool, diff: bool) -> Result<String> {
    let old = Recorded::load(root).ok();
    let (compiler, target) = compiler(root)?;
    let timed = timed(root)?;
    let same = old.as_ref().is_some_and(|old| {
        old.compiler == compiler && old.target == target && old.speaks_of(&timed)
    });
    if same && !changed {
        return Ok(String::new());
    }
    if diff {
        let was = old.map_or("nothing".to_owned(), |old| {
            format!("{}, {}, {}", old.compiler, old.target, old.date)
        });
        return Ok(format!("{RECORDED}: {was} -> {compiler}, {target}\n"));
    }
    let recorded = Recorded {
        times: spread(root, &timed)?,
        long: long(root)?,
        compiler,
        target,
        date: today(),
        runs: RUNS,
    };
    let text = HEAD.to_owned() + &toml::to_string(&recorded).context("can't write TOML")?;
    std::fs::write(root.join(RECORDED), text).with_context(|| format!("can't write {RECORDED}"))?;
    Ok(format!("{RECORDED}: {}\n", recorded.date))
}

/// What `rustc -vV` calls itself and its host.
pub(crate) fn compiler(root: &Path) -> Result<(String, String)> {
    let mut rustc = Command::new("rustc");
    nested_cargo::forget_outer_cargo(&mut rustc);
    let output = rustc.arg("-vV").current_dir(root).output();
    let said = String::from_utf8(output.context("can't run rustc")?.stdout)?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("`rustc -vV` names no host")?;
    Ok((
        said.lines().next().unwrap_or_default().to_owned(),
        host.to_owned(),
    ))
}

/// The pinned compiler.
fn channel(root: &Path) -> Option<String> {
    let table: toml::Table = read(&root.join("rust-toolchain.toml")).ok()?.parse().ok()?;
    let channel = table.get("toolchain")?.get("channel")?.as_str()?;
    Some(channel.to_owned())
}

/// A time in one output.
#[derive(Debug, PartialEq, Eq)]
struct Timed {
    program: String,
    line: String,
    printed: String,
}

/// The times of all recorded outputs, in the order of the programs.
fn timed(root: &Path) -> Result<Vec<Timed>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(root.join("listings/output")).sort_by_file_name() {
        let entry = entry.context("can't read listings/output")?;
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            found.extend(times(&name, &read(path)?));
        }
    }
    Ok(found)
}

/// The times that the comparison of outputs masks: those with decimals.
fn times(program: &str, output: &str) -> Vec<Timed> {
    static TIME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b\d+\.\d+ ?(?:ns|µs|us|ms|s)\b").expect("a constant pattern is well formed")
    });
    let of_line = |line: &str| {
        let without = TIME.replace_all(line, "…").trim().to_owned();
        let time = |found: regex::Match<'_>| Timed {
            program: program.to_owned(),
            line: without.clone(),
            printed: found.as_str().to_owned(),
        };
        TIME.find_iter(line).map(time).collect::<Vec<_>>()
    };
    output.lines().flat_map(of_line).collect()
}

/// Runs each program with times several times, and keeps the extremes.
fn spread(root: &Path, timed: &[Timed]) -> Result<Vec<Time>> {
    let mut spread: Vec<Time> = Vec::new();
    for own in timed.chunk_by(|one, other| one.program == other.program) {
        let program = &own[0].program;
        let mut runs = Vec::new();
        for _ in 1..RUNS {
            let run = times(program, &run(root, program)?);
            let lines = |times: &[Timed]| times.iter().map(|t| t.line.clone()).collect::<Vec<_>>();
            ensure!(
                lines(&run) == lines(own),
                "{program} printed other lines than were recorded"
            );
            runs.push(run);
        }
        spread.extend(own.iter().enumerate().map(|(n, time)| {
            let others = runs.iter().map(|run| &run[n]);
            let mut printed: Vec<&str> = [time]
                .into_iter()
                .chain(others)
                .map(|time| time.printed.as_str())
                .collect();
            printed.sort_by(|one, other| nanoseconds(one).total_cmp(&nanoseconds(other)));
            let at = |end: Option<&&str>| end.map_or_else(String::new, |time| (*time).to_owned());
            Time {
                program: program.clone(),
                line: time.line.clone(),
                min: at(printed.first()),
                max: at(printed.last()),
            }
        }));
    }
    Ok(spread)
}

/// Runs each program once and names those that take long.
fn long(root: &Path) -> Result<Vec<String>> {
    let mut long = Vec::new();
    for name in programs(root)? {
        let start = Instant::now();
        run(root, &name)?;
        if start.elapsed() >= LONG {
            long.push(name);
        }
    }
    Ok(long)
}

/// The programs whose output is recorded.
fn programs(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root.join("listings/output"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().unwrap_or_default();
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn run(root: &Path, program: &str) -> Result<String> {
    let mut command = nested_cargo::cargo(root);
    command.args(["run", "--quiet", "--package", "listings", "--example"]);
    let ended = bounded::run(command.arg(program), LIMIT, Reach::Family)?;
    ensure!(ended.status.is_some(), "{program} did not end");
    Ok(ended.stdout)
}

/// `501.7ms` as a number that can be compared.
fn nanoseconds(time: &str) -> f64 {
    let unit = time.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number: f64 = time[..time.len() - unit.len()].parse().unwrap_or_default();
    let scale = match unit.trim() {
        "s" => 1e9,
        "ms" => 1e6,
        "ns" => 1.0,
        _ => 1e3,
    };
    number * scale
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    date(now.map_or(0, |now| now.as_secs() / 86_400))
}

/// The date of a day, counted from 1970-01-01.
fn date(mut days: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_322), "2000-12-31");
        assert_eq!(date(20_787), "2026-11-30");
    }

    #[test]
    fn only_times_with_decimals_spread() {
        let found = times(
            "x",
            "limit 500ms: Ok after 501.7ms\nin 2 s\n  0.5 s, 46.6µs\n",
        );
        let found: Vec<_> = found.iter().map(|t| (&*t.line, &*t.printed)).collect();
        assert_eq!(
            found,
            [
                ("limit 500ms: Ok after …", "501.7ms"),
                ("…, …", "0.5 s"),
                ("…, …", "46.6µs"),
            ]
        );
    }

    #[test]
    fn units_are_compared_by_what_they_mean() {
        let mut times = ["1.2s", "0.9 s", "950.5ms", "3.5µs", "46.6us", "700.1ns"];
        times.sort_by(|one, other| nanoseconds(one).total_cmp(&nanoseconds(other)));
        assert_eq!(
            times,
            ["700.1ns", "3.5µs", "46.6us", "0.9 s", "950.5ms", "1.2s"]
        );
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let recorded = Recorded {
            compiler: "rustc 1.0.0".to_owned(),
            target: "x".to_owned(),
            date: "2026-11-30".to_owned(),
            runs: RUNS,
            long: vec!["b".to_owned()],
            times: vec![Time {
                program: "a".to_owned(),
                line: "after …".to_owned(),
                min: "1.5ms".to_owned(),
                max: "2.5ms".to_owned(),
            }],
        };
        let text = HEAD.to_owned() + &toml::to_string(&recorded).expect("TOML");
        assert_eq!(toml::from_str::<Recorded>(&text).expect("reads"), recorded);
    }
}
