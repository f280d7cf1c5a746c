//! Faults in translations and in the words of the interface.

use crate::Change::{Append, Create, Prepend, Remove, Replace};
use crate::{Fault, here, there};

const IT: &str = "src/it/poll.md";
const RU: &str = "src/ru/poll.md";
const ES: &str = "src/es/poll.md";
const PT: &str = "src/pt-BR/poll.md";
const WORDS: &str = "src/ru/locale.toml";

/// One fault a line.
#[rustfmt::skip]
pub const FAULTS: &[Fault] = &[
    here("missing-stamp", IT, "translation of an unknown text", Replace("<!-- from: ", "<!-- of: ")),
    here("fence-parity", IT, "listing left out", Replace("```rust\n{{#rustdoc_include ../../listings/examples/poll_fuse.rs:fused}}\n```\n", "")),
    here("fence-parity", ES, "output typed instead of included", Replace("{{#include ../../listings/output/poll_fuse.txt}}", "fused")),
    here("fence-parity", RU, "arrow left out of a diagram", Replace("    polling --> complete : Ready\n", "")),
    here("heading-parity", ES, "id translated", Replace("{#after-ready}", "{#despues}")),
    here("heading-parity", PT, "section of another level", Replace("\n## ", "\n### ")),
    here("non-ascii-heading-id", RU, "id in other letters", Replace("{#after-ready}", "{#после}")),
    here("directive-parity", PT, "trace left out", Replace("{{#trace poll_countdown}}\n", "")),
    here("fact-parity", IT, "number typed instead of a fact", Replace("{{#fact poll.woken_polls}}", "3")),
    here("callout-parity", IT, "mark left out of a sentence", Replace("interroga ②", "interroga")),
    here("link-parity", IT, "link to another chapter", Replace("(inert.md#await)", "(wakers.md)")),
    here("element-parity", RU, "question of another name", Replace("<poll-quiz id=\"polled-again\">", "<poll-quiz id=\"again\">")),
    here("said-once", RU, "key said again", Replace("<poll-quiz id=\"polled-again\">", "<poll-quiz id=\"polled-again\" answer=\"own\">")),
    here("said-once", PT, "level of a card said again", Replace("<poll-card>", "<poll-card level=\"2\">")),
    here("quiz-parity", IT, "option translated as another", Replace("- [E0599] No:", "- [E0308] No:")),
    here("exercise-parity", RU, "hint left out", Replace("2. Значение, которое", "Значение, которое")),
    here("exercise-parity", RU, "verdict translated", Replace("- [busy]", "- [занят]")),
    here("invalid-utf8", ES, "bytes that are no text", Prepend(b"\xe9\n")),
    here("dead-link", ES, "link to no chapter", Append("\n[Aquí](nada.md).\n")),
    here("extra-translation", "src/it/nuovo.md", "translation of no chapter", Create("# Nuovo {#nuovo}\n")),
    // The words of the interface.
    here("missing-string", WORDS, "string left out", Replace("\nskip = ", "\n# skip = ")),
    here("extra-string", WORDS, "string of another name", Replace("\nskip = ", "\nskipp = ")),
    here("empty-string", WORDS, "string without words", Replace("\ntheme_light = \"", "\ntheme_light = \" \" # \"")),
    here("wrong-placeholders", WORDS, "placeholder translated", Replace("{minutes}", "{минуты}")),
    here("malformed-locale-toml", WORDS, "string without an end", Append("\nmore = \"open\n")),
    here("missing-locale-toml", "src/it/locale.toml", "language without its strings", Remove),
    here("missing-string", "src/it/locale.toml", "term left out", Replace("\nhang = ", "\n# hang = ")),
    there("missing-string", "src/es/locale.toml", "src/en/locale.toml", "string that only English has", Replace("\nskip = ", "\nmore = \"More\"\nskip = ")),
];
