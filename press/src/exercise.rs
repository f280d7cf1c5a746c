//! The reader's side of an exercise: a copy to edit, and a verdict on it.
//!
//! `listings/exercises/<name>/` holds `start.rs`, `solution.rs` and `check.rs`.
//! A check is a `main.rs` that says `mod exercise;`: it is compiled with the
//! reader's file, the start or the solution as `exercise.rs` beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::bounded::{self, Ended, Reach};
use crate::dependencies;
use crate::diagnostic::{self, Diagnostic};
use crate::nested_cargo;
use crate::scratch::{Bin, Built, Scratch, read};
use crate::verdict_words::Words;

/// The folder of the exercises, below the root of the book.
pub const FOLDER: &str = "listings/exercises";

/// How long a check may run.
pub const LIMIT: Duration = Duration::from_secs(10);

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Solved.
    Pass,
    /// Not solved, for the reason with this id.
    Fail(String),
    /// It did not end within the limit and was killed.
    Hang,
    /// It does not compile; the compiler's errors.
    Compile(String),
    /// It panicked; the place and the message.
    Panic(String),
    /// It ended otherwise before the check had found anything (`exit`, a full
    /// stack); the exit status.
    Ended(String),
}

impl Verdict {
    /// The id under which the verdict's sentence stands, in the chapter or in
    /// `[exercise]` of `locale.toml`.
    pub fn id(&self) -> &str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail(id) => id,
            Verdict::Hang => "hang",
            Verdict::Compile(_) => "compile",
            Verdict::Panic(_) => "panic",
            Verdict::Ended(_) => "ended",
        }
    }

    /// What the compiler or the program itself said, if it matters.
    pub fn message(&self) -> &str {
        match self {
            Verdict::Pass | Verdict::Fail(_) | Verdict::Hang => "",
            Verdict::Compile(text) | Verdict::Panic(text) | Verdict::Ended(text) => text,
        }
    }
}

/// A verdict with the sentence for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// What the check found.
    pub verdict: Verdict,
    /// The same in the reader's language.
    pub text: String,
}

/// A file to be checked against an exercise.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The name of the binary, unique among all attempts.
    pub bin: String,
    /// The exercise's `check.rs`.
    pub check: PathBuf,
    /// The reader's file, a start or a solution.
    pub file: PathBuf,
    /// The file's name in the compiler's messages and in a panic's.
    pub shown: String,
    /// The same for the check.
    pub shown_check: String,
}

/// The names of all exercises, in alphabetic order.
///
/// # Errors
///
/// When the folder can't be read.
pub fn names(root: &Path) -> Result<Vec<String>> {
    let folder = root.join(FOLDER);
    let mut names = Vec::new();
    for entry in
        fs::read_dir(&folder).with_context(|| format!("can't read {}", folder.display()))?
    {
        let entry = entry?;
        if entry.path().join("check.rs").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Copies the start of an exercise to `my/<name>.rs` and says what to do next.
///
/// # Errors
///
/// When there is no such exercise, when the copy exists already (it is the
/// reader's work and stays as it is), or when it can't be written.
pub fn start(root: &Path, name: &str, locale: &str) -> Result<String> {
    let words = Words::load(root, locale, name)?;
    require(root, name, &words)?;
    let shown = reader_file(name);
    let values = [("path", shown.as_str()), ("name", name)];
    let path = root.join(&shown);
    if path.exists() {
        bail!(words.general("exists", &values));
    }
    let task = read(&root.join(FOLDER).join(name).join("start.rs"))?;
    fs::create_dir_all(root.join("my")).context("can't make my/")?;
    fs::write(&path, task).with_context(|| format!("can't write {shown}"))?;
    let started = words.general("started", &values);
    Ok(format!("{started}\n  cargo run -- exercise check {name}"))
}

/// Checks the reader's copy of an exercise within [`LIMIT`]. While the compiler
/// works, stderr says so.
///
/// # Errors
///
/// When there is no such exercise, when it was not started, or when Cargo can't
/// be run. What is wrong with the reader's file is a verdict, not an error.
pub fn check(root: &Path, name: &str, locale: &str) -> Result<Outcome> {
    let words = Words::load(root, locale, name)?;
    require(root, name, &words)?;
    let shown = reader_file(name);
    let command = format!("cargo run -- exercise start {name}");
    let seconds = LIMIT.as_secs().to_string();
    let values = [
        ("path", shown.as_str()),
        ("name", name),
        ("command", &command),
        ("seconds", &seconds),
    ];
    let path = root.join(&shown);
    if !path.is_file() {
        bail!(words.general("missing", &values));
    }
    eprintln!("{}", words.general("checking", &values));
    let verdict = check_file(root, name, &path, LIMIT)?;
    let text = words.verdict(&verdict, &values);
    Ok(Outcome { verdict, text })
}

/// Checks any file against the exercise `name`, and kills it after `limit`.
///
/// # Errors
///
/// When the files can't be read or Cargo can't be run.
pub fn check_file(root: &Path, name: &str, file: &Path, limit: Duration) -> Result<Verdict> {
    let attempt = Attempt {
        bin: format!("exercise-{name}"),
        check: root.join(FOLDER).join(name).join("check.rs"),
        file: file.to_path_buf(),
        shown: reader_file(name),
        shown_check: format!("{FOLDER}/{name}/check.rs"),
    };
    let mut verdicts = check_all(root, &attempt.bin.clone(), &[attempt], limit)?;
    verdicts.pop().context("one attempt has one verdict")
}

/// Compiles all attempts in one run of Cargo, in the scratch package `package`,
/// then runs one after the other, each within `limit`. The verdicts come in the
/// order of the attempts.
///
/// # Errors
///
/// When the files can't be read or Cargo can't be run.
pub fn check_all(
    root: &Path,
    package: &str,
    attempts: &[Attempt],
    limit: Duration,
) -> Result<Vec<Verdict>> {
    let scratch = Scratch::open(root, package)?;
    let mut bins = Vec::new();
    for attempt in attempts {
        let main = source(&attempt.bin, "main.rs");
        scratch.write(&main, &read(&attempt.check)?)?;
        scratch.write(&source(&attempt.bin, "exercise.rs"), &read(&attempt.file)?)?;
        bins.push(Bin {
            name: attempt.bin.clone(),
            path: main,
        });
    }
    scratch.manifest(dependencies::book_dependencies(root)?, &bins)?;
    let built = scratch.build()?;
    attempts
        .iter()
        .map(|attempt| judge(&scratch, &built, attempt, limit))
        .collect()
}

fn judge(scratch: &Scratch, built: &Built, attempt: &Attempt, limit: Duration) -> Result<Verdict> {
    let Some(program) = built.executables.get(&attempt.bin) else {
        let all = built
            .diagnostics
            .get(&attempt.bin)
            .map_or(&[][..], Vec::as_slice);
        let errors: Vec<Diagnostic> = all
            .iter()
            .filter(|message| message.is_error())
            .cloned()
            .collect();
        let text = if errors.is_empty() {
            built.stderr.clone()
        } else {
            diagnostic::render(&errors, scratch.root())
        };
        return Ok(Verdict::Compile(attempt.with_known_paths(&text)));
    };
    let mut command = Command::new(program);
    nested_cargo::forget_outer_cargo(&mut command);
    command.current_dir(scratch.dir());
    let ended = bounded::run(&mut command, limit, Reach::Program)
        .with_context(|| format!("can't run {}", program.display()))?;
    Ok(attempt.verdict(&ended))
}

impl Attempt {
    fn verdict(&self, ended: &Ended) -> Verdict {
        let Some(status) = ended.status else {
            return Verdict::Hang;
        };
        let said = ended
            .stdout
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix("verdict: "));
        match said {
            Some("pass") if status.success() => Verdict::Pass,
            Some(id) if !status.success() && id != "pass" => Verdict::Fail(id.to_string()),
            _ => match panic_message(&ended.stderr) {
                Some(message) => Verdict::Panic(self.with_known_paths(&message)),
                None => Verdict::Ended(status.to_string()),
            },
        }
    }

    /// The reader knows the files under other names than the scratch package.
    fn with_known_paths(&self, text: &str) -> String {
        text.replace(&source(&self.bin, "exercise.rs"), &self.shown)
            .replace(&source(&self.bin, "main.rs"), &self.shown_check)
    }
}

/// The last panic in a program's complaints: `<place>: <message>`.
fn panic_message(stderr: &str) -> Option<String> {
    let (_, last) = stderr.rsplit_once("panicked at ")?;
    let (place, rest) = last.split_once('\n')?;
    let message = rest
        .split("\nnote: run with `RUST_BACKTRACE")
        .next()
        .unwrap_or(rest);
    Some(format!("{place} {}", message.trim_end()))
}

fn source(bin: &str, file: &str) -> String {
    format!("{bin}/{file}")
}

fn reader_file(name: &str) -> String {
    format!("my/{name}.rs")
}

fn require(root: &Path, name: &str, words: &Words) -> Result<()> {
    let names = names(root)?;
    if names.iter().any(|known| known == name) {
        return Ok(());
    }
    let [unknown, known] = ["unknown", "known"].map(|key| words.general(key, &[("name", name)]));
    bail!("{unknown}\n{known}\n  {}", names.join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_keeps_its_place_and_message() {
        let stderr = "\nthread 'main' (7) panicked at x/exercise.rs:3:5:\nleft = 2\nright\nnote: run with `RUST_BACKTRACE=1` …\n";
        assert_eq!(
            panic_message(stderr).as_deref(),
            Some("x/exercise.rs:3:5: left = 2\nright")
        );
        assert_eq!(panic_message("overflowed its stack"), None);
    }
}
