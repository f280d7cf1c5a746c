//! Colours for Rust code at build time, so that no page needs a highlighter.
//!
//! A program is highlighted as a whole and then cut into lines: hidden lines
//! take part in the parse and can be unfolded without losing their colours.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use anyhow::{Context, Error, Result};
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

use crate::html::escape;

/// The captures of tree-sitter-rust's query that have a colour, and the CSS
/// class of each. What has none (punctuation alone would be half of all) gets
/// no tag.
const CLASSES: [(&str, &str); 14] = [
    ("attribute", "hl-attribute"),
    ("comment", "hl-comment"),
    ("constant", "hl-constant"),
    ("constant.builtin", "hl-number"),
    ("constructor", "hl-type"),
    ("escape", "hl-string"),
    ("function", "hl-function"),
    ("function.macro", "hl-macro"),
    ("keyword", "hl-keyword"),
    ("label", "hl-lifetime"),
    ("string", "hl-string"),
    ("type", "hl-type"),
    ("type.builtin", "hl-type"),
    ("variable.builtin", "hl-keyword"),
];

thread_local! {
    static RUST: RefCell<Option<(Highlighter, HighlightConfiguration)>> = const { RefCell::new(None) };
}

/// What was highlighted already: all books show the same programs.
type Known = Mutex<HashMap<String, Arc<OnceLock<Result<Vec<String>, String>>>>>;

static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);

/// The lines of a Rust program as HTML, one string a line, without line ends.
pub fn rust_lines(code: &str) -> Result<Vec<String>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = Arc::clone(known.entry(code.to_owned()).or_default());
    // Others wait for this program alone.
    drop(known);
    let lines = lines.get_or_init(|| highlight(code).map_err(|error| format!("{error:#}")));
    lines.clone().map_err(Error::msg)
}

fn highlight(code: &str) -> Result<Vec<String>> {
    RUST.with_borrow_mut(|slot| {
        if slot.is_none() {
            let mut config = HighlightConfiguration::new(
                tree_sitter_rust::LANGUAGE.into(),
                "rust",
                tree_sitter_rust::HIGHLIGHTS_QUERY,
                "",
                "",
            )?;
            config.configure(&CLASSES.map(|(name, _)| name));
            *slot = Some((Highlighter::new(), config));
        }
        let (highlighter, config) = slot.as_mut().context("set above")?;
        let mut lines = Lines::default();
        for event in highlighter.highlight(config, code.as_bytes(), None, |_| None)? {
            match event? {
                HighlightEvent::Source { start, end } => lines.text(&code[start..end]),
                HighlightEvent::HighlightStart(highlight) => lines.open(CLASSES[highlight.0].1),
                HighlightEvent::HighlightEnd => lines.close(),
            }
        }
        Ok(lines.finish())
    })
}

/// Spans that are closed at each line's end and opened again on the next.
#[derive(Default)]
struct Lines {
    done: Vec<String>,
    line: String,
    open: Vec<&'static str>,
}

impl Lines {
    fn open(&mut self, class: &'static str) {
        self.open.push(class);
        self.line.push_str(&format!("<span class=\"{class}\">"));
    }

    fn close(&mut self) {
        self.open.pop();
        self.line.push_str("</span>");
    }

    fn text(&mut self, text: &str) {
        for (n, part) in text.split('\n').enumerate() {
            if n > 0 {
                self.end_line();
            }
            self.line.push_str(&with_callouts(&escape(part)));
        }
    }

    fn end_line(&mut self) {
        let open = std::mem::take(&mut self.open);
        open.iter().for_each(|_| self.line.push_str("</span>"));
        self.done.push(std::mem::take(&mut self.line));
        for class in open {
            self.open(class);
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.end_line();
        if self.done.last().is_some_and(String::is_empty) {
            self.done.pop();
        }
        self.done
    }
}

/// `// ①` becomes a mark that stands out; the slashes stay for what is copied.
fn with_callouts(escaped: &str) -> String {
    let Some(at) = escaped.find(|c| ('①'..='⑳').contains(&c)) else {
        return escaped.to_owned();
    };
    let before = &escaped[..at];
    let (code, slashes) = match before.strip_suffix("// ") {
        Some(code) => (code, "// "),
        None => (before, ""),
    };
    format!(
        "{code}<span class=\"callout\"><span class=\"callout-slashes\">{slashes}</span>{}</span>",
        &escaped[at..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_do_not_cross_lines() {
        let lines = rust_lines("fn main() {\n    /* a\n    b */\n}\n").expect("highlights");
        assert_eq!(lines.len(), 4);
        for line in &lines {
            assert_eq!(
                line.matches("<span").count(),
                line.matches("</span>").count(),
                "{line}"
            );
        }
        assert!(lines[0].contains("hl-keyword"));
    }

    #[test]
    fn callouts_keep_what_is_copied() {
        let lines = rust_lines("let a = 1; // ①\n").expect("highlights");
        assert!(lines[0].contains("class=\"callout\""), "{}", lines[0]);
    }
}
