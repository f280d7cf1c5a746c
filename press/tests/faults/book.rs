//! Faults in the English text, the list of chapters and the configuration.

use crate::Change::{Append, Create, Prepend, Remove, Replace};
use crate::{Fault, here, there};

const POLL: &str = "src/en/poll.md";
const INERT: &str = "src/en/inert.md";
const SIZES: &str = "src/en/sizes.md";
const SUMMARY: &str = "src/en/SUMMARY.md";

/// One fault a line.
#[rustfmt::skip]
pub const FAULTS: &[Fault] = &[
    // Includes.
    here("missing-file", POLL, "output of another name", Replace("output/poll_fuse.txt", "output/poll_fused.txt")),
    here("missing-anchor", POLL, "anchor of another name", Replace("poll_fuse.rs:fused", "poll_fuse.rs:fuse")),
    here("visible-anchor", POLL, "whole file that has anchors", Replace("poll_fuse.rs:fused", "poll_fuse.rs")),
    here("line-numbers", POLL, "lines instead of an anchor", Replace("poll_fuse.rs:fused", "poll_fuse.rs:1:9")),
    here("path-escape", POLL, "file from outside", Replace("../../listings/output/poll_fuse.txt", "../../../poll_fuse.txt")),
    here("unknown-directive", POLL, "directive with a typing error", Replace("{{#include ../../listings/output/poll_fuse", "{{#inlcude ../../listings/output/poll_fuse")),
    here("leftover-directive", POLL, "directive without an end", Replace("{{#fact poll.looks}}", "{{#fact poll.looks}")),
    there("unused-listing", "listings/examples/poll_fuse.rs", POLL, "listing left out", Replace("```rust\n{{#rustdoc_include ../../listings/examples/poll_fuse.rs:fused}}\n```\n\n```text\n{{#include ../../listings/output/poll_fuse.txt}}\n```\n", "")),
    // Fences.
    here("typed-rust", POLL, "program typed into the chapter", Append("\n```rust\nfn main() {}\n```\n")),
    here("ignored-fence", POLL, "program that no test runs", Replace("```rust\n{{#rustdoc_include ../../listings/examples/poll_fuse", "```rust,ignore\n{{#rustdoc_include ../../listings/examples/poll_fuse")),
    here("wrong-fence-flags", POLL, "another error code", Replace("compile_fail,E0599", "compile_fail,E0308")),
    here("wrong-fence-flags", POLL, "panic that the fence keeps quiet", Replace("```rust,should_panic", "```rust")),
    here("fence-without-language", POLL, "fence without a language", Replace("```text\n{{#include ../../listings/output/poll_fuse", "```\n{{#include ../../listings/output/poll_fuse")),
    here("unknown-language", POLL, "fence in a language of no use", Replace("```text\n{{#include ../../listings/output/poll_fuse", "```yaml\n{{#include ../../listings/output/poll_fuse")),
    here("unclosed-fence", POLL, "fence without an end", Append("\n```text\nand so on\n")),
    here("indented-code", POLL, "code by four spaces", Append("\n    let a = 1;\n")),
    here("rust-as-text", POLL, "program shown as text", Append("\n```text\n{{#include ../../listings/examples/poll_after_ready.rs}}\n```\n")),
    // Headings and links.
    here("missing-heading-id", POLL, "heading without an id", Replace(" {#after-ready}", "")),
    here("duplicate-heading-id", POLL, "id of another heading", Replace("{#after-ready}", "{#states}")),
    here("misplaced-heading-id", POLL, "text after the id", Replace("{#after-ready}", "{#after-ready} here")),
    here("title-not-slug", POLL, "title with another id", Replace("{#poll}", "{#polling}")),
    here("one-title", POLL, "second title", Append("\n# More {#more}\n")),
    here("dead-fragment", INERT, "link to an id that is gone", Append("\n[There](poll.md#after-all).\n")),
    here("dead-link", POLL, "link to no chapter", Replace("(lost-wakeups.md)", "(lost-wakeup.md)")),
    here("insecure-link", POLL, "link without encryption", Replace("https://doc.rust-lang.org", "http://doc.rust-lang.org")),
    here("untitled-source", POLL, "source without a title", Append("\n[There](https://example.org/poll).\n")),
    // Diagrams.
    here("diagram-without-text", POLL, "diagram without a description", Replace("    accDescr: A future", "    %% A future")),
    here("diagram-colon", POLL, "path in a label of a state diagram", Replace("polling --> waiting : Pending", "polling --> waiting : Poll::Pending")),
    here("diagram-in-details", POLL, "diagram that is folded", Append("\n<details><summary>More</summary>\n\n```mermaid\nflowchart LR\n  accTitle: a\n  accDescr: b\n  a --> b\n```\n\n</details>\n")),
    // Cards, questions, exercises, explorer, traces.
    here("broken-card", POLL, "card of a level that is not there", Replace("level=\"1\"", "level=\"9\"")),
    here("broken-card", POLL, "card after no chapter", Replace("after=\"inert\"", "after=\"inertia\"")),
    here("broken-quiz", POLL, "answer that is no option", Replace("answer=\"returns\"", "answer=\"return\"")),
    here("broken-quiz", POLL, "wrong program behind a question", Replace("program=\"poll_pin_new\"", "program=\"poll_without_pin\"")),
    here("broken-quiz", POLL, "step that the trace has not", Replace("- [waker.wake.1]", "- [waker.wake.9]")),
    here("broken-quiz", POLL, "question without the right output", Replace("  {{#include ../../listings/output/poll_resumes.txt}}", "  one two three")),
    here("quiz-option", POLL, "option without an explanation", Replace("  Only if it was fused.\n", "")),
    here("quiz-option", POLL, "option without an id", Replace("- [ub] Undefined", "- Undefined")),
    here("duplicate-element", POLL, "two questions of one name", Replace("id=\"polled-again\"", "id=\"what-poll-does\"")),
    here("unpaired-element", POLL, "question without an end", Replace("</poll-quiz>\n\n## Pending", "\n## Pending")),
    here("unknown-element", POLL, "element that nobody knows", Append("\n<poll-trace name=\"poll_countdown\">\n\n</poll-trace>\n")),
    here("missing-exercise", POLL, "exercise of another name", Replace("<poll-exercise name=\"poll_both\"", "<poll-exercise name=\"poll_all\"")),
    here("exercise-verdicts", POLL, "verdict without words", Replace("- [value] The values are wrong, or the wrong way round.\n", "")),
    here("exercise-verdicts", POLL, "words for no verdict", Replace("- [value] The", "- [odd] It is odd.\n- [value] The")),
    here("explorer-words", SIZES, "explorer without words for a choice", Replace("- [boxed=yes] in a box\n", "")),
    here("missing-trace", POLL, "trace of another name", Replace("{{#trace poll_countdown}}", "{{#trace poll_count}}")),
    here("misplaced-trace", POLL, "trace in a sentence", Replace("{{#trace poll_countdown}}", "See {{#trace poll_countdown}}.")),
    here("unknown-fact", POLL, "fact of another name", Replace("{{#fact poll.looks}}", "{{#fact poll.look}}")),
    // The list of chapters, files, configuration.
    here("summary-title", SUMMARY, "another title in the list", Replace("[The waker contract]", "[The waker's contract]")),
    here("missing-chapter", SUMMARY, "listed chapter without a file", Replace("(wakers.md)", "(waker.md)")),
    there("unlisted-chapter", "src/en/wakers.md", SUMMARY, "chapter that is not listed", Replace("- [The waker contract](wakers.md)\n", "")),
    here("malformed-summary", SUMMARY, "chapter listed twice", Append("- [Again](poll.md)\n")),
    here("unknown-part", SUMMARY, "part without a name in locale.toml", Replace("# Part I: Futures", "# Part I: The future")),
    here("stray-file", "src/en/notes.txt", "file that belongs nowhere", Create("Later.\n")),
    there("missing-chapter", SUMMARY, POLL, "chapter that is gone", Remove),
    here("invalid-utf8", POLL, "bytes that are no text", Prepend(b"\xff\xfe")),
    here("byte-order-mark", POLL, "byte order mark", Prepend(b"\xef\xbb\xbf")),
    here("malformed-book-toml", "book.toml", "configuration that cannot be read", Append("\n[output.html\n")),
    here("mdbook-log", "book.toml", "preprocessor before one that is not there", Append("\n[preprocessor.x]\ncommand = \"x\"\nbefore = [\"nothing\"]\n")),
];
