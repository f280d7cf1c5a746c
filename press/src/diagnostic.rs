//! The compiler's messages, made equal on every machine.
//!
//! A message is shown in the book and compared by a test, so it may depend on
//! the compiler's version and on nothing else: not on where the book or
//! Cargo's registry lies, and not on whether the standard library's source is
//! installed (rustc quotes it if it is, and widens the margin for it; if it is
//! not, rustc turns what it would mark into notes).

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

/// A message of rustc, as its JSON says it.
#[derive(Debug, Clone, Deserialize)]
pub struct Diagnostic {
    /// What rustc would have printed, without colours.
    #[serde(default)]
    pub rendered: String,
    message: String,
    level: String,
    code: Option<Code>,
    #[serde(default)]
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Child>,
}

#[derive(Debug, Clone, Deserialize)]
struct Code {
    code: String,
}

#[derive(Debug, Clone, Deserialize)]
struct Span {
    file_name: String,
    label: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Child {
    #[serde(default)]
    spans: Vec<Span>,
}

impl Diagnostic {
    /// Whether the program was refused because of this.
    pub fn is_error(&self) -> bool {
        self.level == "error" && !self.is_summary()
    }

    /// `E0277`; nothing for an error without a number and for a denied lint.
    pub fn error_code(&self) -> Option<&str> {
        let code = self
            .code
            .as_ref()
            .filter(|_| self.is_error())?
            .code
            .as_str();
        let number = code.strip_prefix('E')?;
        number
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(code)
    }

    /// "aborting due to …", "For more information …": what a count of the
    /// messages says, without a place in the program.
    fn is_summary(&self) -> bool {
        let counts =
            self.message.starts_with("aborting due to") || self.message.ends_with(" emitted");
        self.spans.is_empty() && (counts || self.level == "failure-note")
    }

    /// What rustc says about places in the standard library. Without its source
    /// rustc prints these as notes.
    fn std_labels(&self) -> BTreeSet<&str> {
        let children = self.children.iter().flat_map(|child| &child.spans);
        let of_std = self
            .spans
            .iter()
            .chain(children)
            .filter(|span| STD.is_match(&span.file_name));
        of_std.filter_map(|span| span.label.as_deref()).collect()
    }

    fn normalised(&self, root: &Path) -> String {
        let root = format!("{}/", root.display());
        let text = self.rendered.replace(&root, "");
        let text = STD.replace_all(&text, "library/");
        let text = REGISTRY.replace_all(&text, "");
        let text = without_std_source(&text, &self.std_labels());
        narrowed(&text)
    }
}

/// All messages as the book shows them: no absolute path, no source of the
/// standard library, no closing summary.
pub fn render(diagnostics: &[Diagnostic], root: &Path) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics
        .iter()
        .filter(|diagnostic| !diagnostic.is_summary())
    {
        text.push_str(diagnostic.normalised(root).trim_end());
        text.push_str("\n\n");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The code of the first numbered error in a recorded message.
pub fn first_code(record: &str) -> Option<&str> {
    record.lines().find_map(|line| {
        let (code, _) = line.strip_prefix("error[")?.split_once(']')?;
        code.starts_with('E').then_some(code)
    })
}

/// The standard library, as shipped by rustup or as its compiler remembers it.
static STD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[^\s@`]*(?:/rustc/[0-9a-f]+|/lib/rustlib/src/rust)/library/"));
static REGISTRY: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^\s@`]*/registry/src/[^/\s]+/"));
static PLACE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ *(-->|:::) (.*?)(?::\d+:\d+)?$"));
static MARGIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\.\.\.| *[0-9]* *\|)"));
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ *([0-9]+) (?:\||[-+~] )"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern is well formed")
}

/// Drops quoted lines of the standard library, and the file names that rustc
/// invents for types too long to print.
fn without_std_source(text: &str, labels: &BTreeSet<&str>) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_std = false;
    for line in text.lines() {
        let note = line.trim_start().strip_prefix("= note: ");
        if note.is_some_and(|note| {
            note.starts_with("the full name for the type has been written to")
                || note.starts_with("the full type name has been written to")
                || note.starts_with("consider using `--verbose` to print the full type name")
        }) {
            continue;
        }
        if let Some(place) = PLACE.captures(line) {
            in_std = place[2].starts_with("library/");
            if in_std && &place[1] == ":::" {
                continue;
            }
            if in_std {
                // Without the source rustc miscounts the column.
                let file = place.get(2).map_or(line.len(), |file| file.end());
                kept.push_str(&line[..file]);
                kept.push('\n');
                continue;
            }
        } else if in_std {
            if MARGIN.is_match(line) || note.is_some_and(|note| labels.contains(note)) {
                continue;
            }
            in_std = false;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

/// Makes the margin as wide as the widest line number that is left.
fn narrowed(text: &str) -> String {
    let old = text.lines().find_map(|line| {
        PLACE
            .captures(line)
            .map(|_| line.len() - line.trim_start().len())
    });
    let new = text
        .lines()
        .filter_map(|line| NUMBERED.captures(line).map(|found| found[1].len()))
        .max();
    let (Some(old), Some(new)) = (old, new) else {
        return text.to_string();
    };
    let surplus = " ".repeat(old.saturating_sub(new));
    let mut narrow = String::with_capacity(text.len());
    for line in text.lines() {
        // The margin is filled from the left, but for the dots of an omission.
        let (dots, rest) = line.split_at(if line.starts_with("...") { 3 } else { 0 });
        narrow.push_str(dots);
        narrow.push_str(rest.strip_prefix(surplus.as_str()).unwrap_or(rest));
        narrow.push('\n');
    }
    narrow
}

#[cfg(test)]
mod tests {
    use super::*;

    const WITH_SOURCE: &str = "\
error[E0277]: `Rc<i32>` cannot be sent between threads safely
   --> listings/compile_fail/x.rs:4:24
    |
  4 |       thread::spawn(move || println!(\"{n}\"));
    |       ------------- required by a bound introduced by this call
note: required by a bound in `spawn`
   --> /home/me/.rustup/toolchains/1.95.0/lib/rustlib/src/rust/library/std/src/thread/functions.rs:125:8
    |
123 | pub fn spawn<F, T>(f: F) -> JoinHandle<T>
    |        ----- required by a bound in this function
...
125 |     F: Send + 'static,
    |        ^^^^ required by this bound in `spawn`
    = note: a note of its own
";

    #[test]
    fn std_source_goes_and_the_margin_narrows() {
        let text = STD.replace_all(WITH_SOURCE, "library/");
        let shown = narrowed(&without_std_source(&text, &BTreeSet::new()));
        let expected = "\
error[E0277]: `Rc<i32>` cannot be sent between threads safely
 --> listings/compile_fail/x.rs:4:24
  |
4 |       thread::spawn(move || println!(\"{n}\"));
  |       ------------- required by a bound introduced by this call
note: required by a bound in `spawn`
 --> library/std/src/thread/functions.rs
  = note: a note of its own
";
        assert_eq!(shown, expected);
    }

    #[test]
    fn labels_that_replace_std_source_go_as_well() {
        let text = "\
note: required by a bound in `spawn`
 --> library/std/src/thread/functions.rs:125:8
 ::: library/std/src/thread/functions.rs:123:8
  |
  = note: required by a bound in this function
  = note: a note of its own
";
        let shown = without_std_source(
            text,
            &BTreeSet::from(["required by a bound in this function"]),
        );
        let expected = "\
note: required by a bound in `spawn`
 --> library/std/src/thread/functions.rs
  = note: a note of its own
";
        assert_eq!(shown, expected);
    }

    #[test]
    fn registry_paths_begin_at_the_crate() {
        let text = "  --> /home/me/.cargo/registry/src/index.crates.io-1/tokio-1.54.1/src/task/spawn.rs:171:21";
        assert_eq!(
            REGISTRY.replace_all(text, ""),
            "  --> tokio-1.54.1/src/task/spawn.rs:171:21"
        );
    }

    #[test]
    fn code_is_the_first_errors() {
        assert_eq!(
            first_code("warning: x\nerror: y\nerror[E0277]: z\nerror[E0001]: z"),
            Some("E0277")
        );
        assert_eq!(
            first_code("error: future cannot be sent between threads safely"),
            None
        );
    }
}
