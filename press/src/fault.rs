//! What is wrong with the book: one fault is one place, one rule, one mend.
//!
//! Every command collects all faults before it fails, so that a translator
//! mends a chapter in one go instead of one fault per run.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use memchr::memchr_iter;
use serde_json::{Value, json};

/// One thing that is wrong, where it is, and how to put it right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file, relative to the project's root.
    pub path: PathBuf,
    /// The line, counted from 1; 0 when the fault is the file itself.
    pub line: usize,
    /// The bytes of the file to point at, when there is something to point at.
    pub span: Option<Range<usize>>,
    /// The rule's name, as in `error[missing-anchor]`.
    pub rule: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// How to mend it, in one sentence that needs no knowledge of Rust.
    pub mend: Box<str>,
    /// A warning is shown and does not fail the command.
    pub warning: bool,
}

impl Fault {
    /// A fault of a file as a whole.
    pub fn file(
        path: impl Into<PathBuf>,
        rule: &'static str,
        message: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Self {
            path: path.into(),
            line: 0,
            span: None,
            rule,
            message: message.into(),
            mend: mend.into().into_boxed_str(),
            warning: false,
        }
    }

    /// A fault at a span of `source`, the text of the file.
    pub fn at(
        path: impl Into<PathBuf>,
        source: &str,
        span: Range<usize>,
        rule: &'static str,
        message: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        let end = trim_end(source, &span);
        Self {
            line: line_of(source, span.start),
            span: Some(span.start..end),
            ..Self::file(path, rule, message, mend)
        }
    }

    /// The same fault as a warning.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.warning = true;
        self
    }

    fn level(&self) -> &'static str {
        if self.warning { "warning" } else { "error" }
    }

    /// The fault with its source line and a caret, as people read it.
    ///
    /// `source` is the text of the file, if it could be read.
    pub fn render(&self, source: Option<&str>) -> String {
        let mut text = format!("{self}\n");
        if let (Some(source), Some(span)) = (source, self.span.clone())
            && source.get(span.clone()).is_some()
        {
            let snippet = Snippet::source(source)
                .path(self.path.display().to_string())
                .annotation(AnnotationKind::Primary.span(span));
            let group = Group::with_level(if self.warning {
                Level::WARNING
            } else {
                Level::ERROR
            })
            .element(snippet);
            text.push_str(&Renderer::plain().render(&[group]));
            text.push('\n');
        }
        text.push_str(&format!("  mend: {}\n", self.mend));
        text
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        if self.line > 0 {
            write!(f, "{path}:{}: ", self.line)?;
        } else {
            write!(f, "{path}: ")?;
        }
        write!(f, "{}[{}]: {}", self.level(), self.rule, self.message)
    }
}

/// The line of a byte offset, counted from 1.
pub fn line_of(source: impl AsRef<[u8]>, offset: usize) -> usize {
    let source = source.as_ref();
    let offset = offset.min(source.len());
    1 + memchr_iter(b'\n', &source[..offset]).count()
}

/// The end of the first line of the span: carets under ten lines help nobody.
fn trim_end(source: &str, span: &Range<usize>) -> usize {
    let Some(text) = source.get(span.clone()) else {
        return span.end;
    };
    let first = text.lines().next().unwrap_or_default().trim_end();
    span.start + first.len()
}

/// Every fault found, printed together.
#[derive(Debug, Default, Clone)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Adds one.
    pub fn push(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// How many of them fail the command.
    pub fn errors(&self) -> usize {
        self.0.iter().filter(|fault| !fault.warning).count()
    }

    /// Sorts by file and line and drops repetitions.
    pub fn settle(&mut self) {
        self.0
            .sort_by(|a, b| (&a.path, a.line, a.rule).cmp(&(&b.path, b.line, b.rule)));
        self.0.dedup();
    }

    /// All faults as tools read them.
    pub fn to_json(&self) -> Value {
        let fault = |fault: &Fault| {
            json!({
                "path": fault.path.display().to_string(),
                "line": fault.line,
                "span": fault.span.as_ref().map(|span| [span.start, span.end]),
                "level": fault.level(),
                "rule": fault.rule,
                "message": fault.message,
                "mend": fault.mend,
            })
        };
        json!({
            "errors": self.errors(),
            "warnings": self.0.len() - self.errors(),
            "faults": self.0.iter().map(fault).collect::<Vec<_>>(),
        })
    }

    /// All faults as people read them, then the count.
    pub fn render(&self, root: &Path) -> String {
        let mut text = String::new();
        for fault in &self.0 {
            let source = std::fs::read_to_string(root.join(&fault.path)).ok();
            text.push_str(&fault.render(source.as_deref()));
        }
        let warnings = self.0.len() - self.errors();
        text.push_str(&format!("{} errors, {warnings} warnings\n", self.errors()));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_names_file_line_rule() {
        let source = "one\ntwo {{#x}}\n";
        let fault = Fault::at(
            "src/ru/poll.md",
            source,
            8..14,
            "leftover",
            "left",
            "mend it",
        );
        assert_eq!(fault.to_string(), "src/ru/poll.md:2: error[leftover]: left");
        let rich = fault.render(Some(source));
        assert!(rich.contains("^^^^^^"), "{rich}");
        assert!(rich.contains("mend: mend it"), "{rich}");
    }

    #[test]
    fn tools_get_the_same_as_people() {
        let mut faults = Faults::default();
        faults.push(Fault::at("a.md", "x\ny\n", 2..3, "rule", "what", "how"));
        let json = faults.to_json();
        assert_eq!(json["errors"], 1);
        assert_eq!(json["faults"][0]["line"], 2);
        assert_eq!(json["faults"][0]["span"], json!([2, 3]));
        assert_eq!(json["faults"][0]["level"], "error");
    }

    #[test]
    fn warnings_do_not_count_as_errors() {
        let mut faults = Faults::default();
        faults.push(Fault::file("a", "r", "m", "n").as_warning());
        assert_eq!(faults.errors(), 0);
    }
}
