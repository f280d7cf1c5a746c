//! A program as the book shows it: which lines are shown, hidden, or gone.
//!
//! A traced program's file holds lines that end in `// trace`; the shown
//! program is the file without them. Anchors are taken out as mdBook does.

use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use regex::Regex;

use crate::markdown::Fence;
use crate::project::read_text;

/// Ends every line that belongs to the recorder.
pub const TRACE: &str = "// trace";

/// Whether a line belongs to the recorder and is never shown.
pub fn is_trace_line(line: &str) -> bool {
    line.trim_end().ends_with(TRACE)
}

fn is_anchor_line(line: &str) -> bool {
    line.contains("ANCHOR:") || line.contains("ANCHOR_END:")
}

/// The program a reader gets: the file without recorder and anchors.
pub fn shown(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines() {
        if !is_trace_line(line) && !is_anchor_line(line) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// A mark in a traced file and the shown line, counted from 1, that it names.
pub fn marks(source: &str) -> Vec<(String, usize)> {
    static MARK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"mark\("([^"]+)"\)"#).expect("a constant pattern is well formed")
    });
    let (mut marks, mut line) = (Vec::new(), 1);
    for text in source.lines() {
        if is_trace_line(text) {
            for found in MARK.captures_iter(text) {
                marks.push((found[1].to_owned(), line));
            }
        } else if !is_anchor_line(text) {
            line += 1;
        }
    }
    marks
}

/// One line of an expanded fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Hidden until the reader asks for the whole program.
    pub hidden: bool,
    /// Without the `# ` that hides it.
    pub text: String,
}

/// The lines of an expanded Rust fence, recorder lines gone.
pub fn lines(body: &str) -> Vec<Line> {
    body.lines()
        .filter(|line| !is_trace_line(line))
        .map(|line| match line.strip_prefix("# ") {
            Some(text) => Line {
                hidden: true,
                text: text.to_owned(),
            },
            None if line == "#" => Line {
                hidden: true,
                text: String::new(),
            },
            None => Line {
                hidden: false,
                text: line.to_owned(),
            },
        })
        .collect()
}

/// What the overlay noted about a fence's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// From the project's root: `listings/examples/poll_countdown.rs`.
    pub path: String,
    /// The anchor, empty for the whole file.
    pub anchor: String,
}

impl Origin {
    /// The listing's name: the file's stem, or its crate's folder.
    pub fn name(&self) -> &str {
        let path = self.path.strip_suffix("/main.rs").unwrap_or(&self.path);
        let file = path.rsplit('/').next().unwrap_or_default();
        file.split('.').next().unwrap_or_default()
    }

    /// Whether the program is a crate of its own, which fails because of what
    /// its manifest lacks: no other build of it says anything.
    pub fn has_manifest(&self) -> bool {
        self.path.starts_with("listings/compile_fail/") && self.path.ends_with("/main.rs")
    }
}

/// Takes the overlay's note out of a fence's info string.
pub fn origin(fence: &Fence) -> (String, Option<Origin>) {
    let (mut info, mut path, mut anchor) = (Vec::new(), None, String::new());
    for word in fence.words() {
        if let Some(value) = word.strip_prefix("from=") {
            path = Some(value.to_owned());
        } else if let Some(value) = word.strip_prefix("anchor=") {
            value.clone_into(&mut anchor);
        } else {
            info.push(word);
        }
    }
    (info.join(","), path.map(|path| Origin { path, anchor }))
}

/// A file under the root that must be there.
pub fn read(root: &Path, path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    read_text(root, path)
        .map_err(|fault| anyhow::anyhow!("{fault}"))?
        .with_context(|| format!("there is no {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
use listings::trace; // trace
fn main() {
    // ANCHOR: body
    trace::mark(\"go\"); // trace
    let a = 1;
    // ANCHOR_END: body
}
";

    #[test]
    fn recorder_and_anchors_are_gone() {
        assert_eq!(shown(SOURCE), "fn main() {\n    let a = 1;\n}\n");
    }

    #[test]
    fn a_mark_names_the_next_shown_line() {
        let marks = marks(SOURCE);
        assert_eq!(marks, [("go".to_owned(), 2)]);
    }

    #[test]
    fn hidden_lines_lose_their_prefix() {
        let lines = lines("# use a;\n#\nb();\n# c(); // trace\n#[test]\n");
        assert_eq!(lines.len(), 4);
        assert!(lines[0].hidden && lines[1].hidden && !lines[3].hidden);
    }
}
