//! Compares what a run gave with what was recorded. With `RECORD=1` a record that differs is
//! rewritten; with `RECORD_DIR` the records as they would be after that are written to that folder,
//! and the book's own stay as they are.
//!
//! Only what differs from run to run is masked, on both sides: durations that are printed with
//! decimals, and ids of threads. Everything else must be the same to the byte.

use std::path::Path;
use std::sync::{LazyLock, Mutex};

use regex::Regex;
use snapbox::report::Palette;
use snapbox::{Assert, Data};

use super::run::{Run, root};

/// What differs from run to run, and what stands for it.
static MASKS: LazyLock<[(Regex, &str); 2]> = LazyLock::new(|| {
    [
        (r"\b\d+\.\d+ ?(ns|µs|us|ms|s)\b", "[duration]"),
        (r"\bThreadId\(\d+\)", "ThreadId([id])"),
    ]
    .map(|(mask, name)| (Regex::new(mask).expect("a mask is a regex"), name))
});

/// What a panic says that holds for one run on one machine only: the thread's number, and where the
/// registry and the toolchain stand.
static PRIVATE: LazyLock<[(Regex, &str); 2]> = LazyLock::new(|| {
    [
        (r"(?m)^(thread '.*') \(\d+\) ", "$1 "),
        (r"/[^\s:]*/registry/src/[^/\s]+/|/rustc/[0-9a-f]{40}/", ""),
    ]
    .map(|(private, rest)| (Regex::new(private).expect("it is a regex"), rest))
});

/// The text without what differs from run to run.
pub fn mask(text: &str) -> String {
    replace(text, &*MASKS)
}

/// The stderr of a run as it is recorded.
pub fn normalise(stderr: &str) -> String {
    replace(stderr, &*PRIVATE)
}

fn replace(text: &str, patterns: &[(Regex, &str)]) -> String {
    let patterns = patterns.iter();
    patterns.fold(text.to_owned(), |text, (pattern, by)| {
        pattern.replace_all(&text, *by).into_owned()
    })
}

/// Compares a run with the record of its listing: stdout always, stderr and the exit status only
/// where there is something to say.
pub fn compare_run(name: &str, run: &Run) -> Vec<String> {
    let stderr = normalise(&run.stderr);
    let files = [
        ("txt", run.stdout.as_str(), true),
        ("stderr", stderr.as_str(), false),
        ("status", run.status.as_str(), false),
    ];
    let file = |extension| format!("listings/output/{name}.{extension}");
    let compared = files.map(|(extension, text, always)| {
        let expected = always || !text.is_empty();
        compare(&file(extension), expected.then_some(text))
    });
    compared.into_iter().flatten().collect()
}

/// Compares a text with a recorded file, `None` with a file that must not be there.
pub fn compare(file: &str, actual: Option<&str>) -> Option<String> {
    // Several tests compare with the same file, and one of them may be rewriting it.
    static FILES: Mutex<()> = Mutex::new(());
    let _files = FILES.lock();

    let path = root().join(file);
    let recorded = std::fs::read_to_string(&path).ok();
    let fault = difference(file, recorded.as_deref(), actual);
    let (path, text) = match (std::env::var_os("RECORD_DIR"), std::env::var_os("RECORD")) {
        (Some(folder), _) => {
            let below = file.strip_prefix("listings/").unwrap_or(file);
            // What differs only in what is masked stays as it was recorded.
            let text = if fault.is_some() {
                actual
            } else {
                recorded.as_deref()
            };
            (Path::new(&folder).join(below), text)
        }
        (None, Some(_)) if fault.is_some() => (path, actual),
        (None, _) => return fault,
    };
    let written = write(&path, text);
    written
        .err()
        .map(|error| format!("{}: {error}", path.display()))
}

fn difference(file: &str, recorded: Option<&str>, actual: Option<&str>) -> Option<String> {
    match (recorded, actual) {
        (None, None) => None,
        (None, Some(actual)) => Some(format!("{file}: not recorded yet:\n{actual}")),
        (Some(_), None) => Some(format!("{file}: recorded, but the run has no such text")),
        (Some(recorded), Some(actual)) => {
            let recorded = Data::text(mask(recorded)).raw();
            let actual = Data::text(mask(actual)).raw();
            let assert = Assert::new().palette(Palette::plain());
            let compared = assert.try_eq(Some(&"this run"), actual, recorded);
            compared.err().map(|diff| format!("{file}: {diff}"))
        }
    }
}

/// Writes a record, or removes what is none any more.
fn write(path: &Path, text: Option<&str>) -> std::io::Result<()> {
    match text {
        Some(text) => {
            std::fs::create_dir_all(path.parent().unwrap_or(path))?;
            std::fs::write(path, text)
        }
        None if path.exists() => std::fs::remove_file(path),
        None => Ok(()),
    }
}

/// Fails the test with everything that is wrong, if anything is.
pub fn report(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "faults: {}; `cargo run -- record` records anew what is meant to differ\n\n{}",
        faults.len(),
        faults.join("\n")
    );
}
