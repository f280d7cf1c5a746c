//! The repository's own rules, as far as a program can see them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const KNOWS_PATHS: [&str; 4] = [
    "tests/tests/tidy.rs",
    "listings/tests/outputs.rs",
    "press/src/diagnostic.rs",
    "press/src/check/links.rs",
];
const MAX_RUST_LINES: usize = 400;
const MAX_SCRIPT_LINES: usize = 300;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The tracked and the new files, as git lists them, relative to the root.
fn files(endings: &[&str]) -> Vec<PathBuf> {
    let output = Command::new("git")
        .current_dir(root())
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output()
        .expect("git runs");
    assert!(output.status.success(), "the checkout is a git repository");
    String::from_utf8(output.stdout)
        .expect("names are UTF-8")
        .lines()
        .filter(|name| endings.iter().any(|ending| name.ends_with(ending)))
        .map(PathBuf::from)
        .filter(|path| root().join(path).is_file())
        .collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(root().join(path)).expect("a text file")
}

fn report(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_file_says_why_it_exists() {
    let opens = |path: &Path, text: &str| {
        let first = text.lines().next().unwrap_or_default();
        match path.extension().and_then(|ext| ext.to_str()) {
            // What the reader edits and what the book shows opens with code.
            Some("rs") if path.starts_with("listings/examples") => true,
            Some("rs") if path.starts_with("listings/compile_fail") => true,
            Some("rs") if path.starts_with("listings/exercises") => true,
            // Listings of the small book that the gates are tested on.
            Some("rs") if path.starts_with("press/tests/fixture") => true,
            Some("rs") => first.starts_with("//!"),
            Some("css") => text.is_empty() || first.starts_with("/*"),
            _ => text.is_empty() || first.starts_with("//"),
        }
    };
    report(
        files(&[".rs", ".css", ".js", ".mjs"])
            .iter()
            .filter(|path| !opens(path, &text(path)))
            .map(|path| {
                format!(
                    "{}: its first line does not say why it exists",
                    path.display()
                )
            })
            .collect(),
    );
}

#[test]
fn modules_stay_short() {
    let limit = |path: &Path| match path.extension().and_then(|ext| ext.to_str()) {
        Some("rs") => MAX_RUST_LINES,
        _ => MAX_SCRIPT_LINES,
    };
    report(
        files(&[".rs", ".js", ".css", ".mjs"])
            .iter()
            .filter_map(|path| {
                let lines = text(path).lines().count();
                (lines > limit(path)).then(|| format!("{}: {lines} lines", path.display()))
            })
            .collect(),
    );
}

/// `cargo fmt` follows modules; these programs are reached by none.
#[test]
fn programs_outside_every_module_tree_are_formatted() {
    let mut faults = Vec::new();
    for path in files(&[".rs"]) {
        let outside = ["listings/compile_fail", "listings/exercises"];
        if !outside.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        let input = fs::File::open(root().join(&path)).expect("opens");
        // From standard input rustfmt does not look for a program's modules.
        let output = Command::new("rustfmt")
            .args(["--check", "--edition", "2024"])
            .stdin(Stdio::from(input))
            .output()
            .expect("rustfmt runs");
        if !output.status.success() {
            faults.push(format!("{}: run rustfmt on it", path.display()));
        }
    }
    report(faults);
}

#[test]
fn no_file_names_a_machine() {
    let marks = ["/home/", "/root/", "/Users/", "/work/"].map(|mark| mark.to_owned());
    report(
        files(&[
            ".rs", ".md", ".toml", ".js", ".mjs", ".css", ".hbs", ".txt", ".stderr", ".json",
            ".yml",
        ])
        .iter()
        // They look for such paths, to take them out of what is recorded.
        .filter(|path| !KNOWS_PATHS.iter().any(|name| path.ends_with(name)))
        .flat_map(|path| {
            let text = text(path);
            marks
                .iter()
                .filter(|mark| text.contains(mark.as_str()))
                .map(|mark| format!("{}: holds `{mark}`", path.display()))
                .collect::<Vec<_>>()
        })
        .collect(),
    );
}
