//! Faults in the programs and in what was recorded of them.

use crate::Change::{Append, Create, Remove, Replace};
use crate::{Fault, here, there};

const COUNTDOWN: &str = "listings/examples/poll_countdown.rs";
const TRACE: &str = "listings/traces/poll_countdown.json";
const FACTS: &str = "listings/facts.toml";
const EXPLORED: &str = "listings/output/sizes_explorer.txt";
const POLL: &str = "src/en/poll.md";

/// One fault a line.
#[rustfmt::skip]
pub const FAULTS: &[Fault] = &[
    // Programs.
    there("missing-anchor", POLL, COUNTDOWN, "anchor with another name", Replace("// ANCHOR: drive", "// ANCHOR: driver")),
    here("unpaired-anchor", COUNTDOWN, "anchor without an end", Replace("// ANCHOR_END: drive\n", "")),
    here("duplicate-anchor", COUNTDOWN, "anchor twice", Append("// ANCHOR: drive\nfn a() {}\n// ANCHOR_END: drive\n")),
    here("unused-anchor", COUNTDOWN, "anchor that nobody shows", Append("// ANCHOR: more\nfn a() {}\n// ANCHOR_END: more\n")),
    here("duplicate-mark", COUNTDOWN, "mark of the trace twice", Replace("trace::mark(\"wake\")", "trace::mark(\"ready\")")),
    there("unknown-mark", TRACE, COUNTDOWN, "mark that the trace names", Replace("trace::mark(\"pending\")", "trace::mark(\"not-yet\")")),
    here("leftover-directive", COUNTDOWN, "directive in a program", Replace("// ①", "// {{#include x}}")),
    there("missing-file", POLL, "listings/examples/poll_fuse.rs", "program that is gone", Remove),
    here("unused-listing", "listings/examples/poll_more.rs", "program that nobody shows", Create("fn main() {}\n")),
    there("missing-file", POLL, "listings/output/poll_fuse.txt", "output that is gone", Remove),
    here("unused-listing", "listings/output/poll_more.txt", "output that nobody shows", Create("more\n")),
    there("wrong-fence-flags", POLL, "listings/compile_fail/poll_without_pin.stderr", "message with another code", Replace("E0599", "E0308")),
    there("missing-exercise", POLL, "listings/exercises/poll_both/solution.rs", "exercise without a solution", Remove),
    there("exercise-verdicts", POLL, "listings/exercises/poll_both/check.rs", "verdict of another name", Replace("\"busy\"", "\"restless\"")),
    // Facts.
    here("broken-fact", FACTS, "pattern that the output has not", Replace("'(\\d+) looks'", "'(\\d+) glances'")),
    here("broken-fact", FACTS, "fact of no output", Replace("looks = { output = \"poll_blocking\"", "looks = { output = \"poll_blocked\"")),
    here("unused-fact", FACTS, "fact that nobody uses", Replace("[poll]\n", "[poll]\nmore = { output = \"poll_blocking\", pattern = '(\\d+) looks' }\n")),
    here("malformed-facts", FACTS, "facts that cannot be read", Append("looks\n")),
    there("broken-fact", FACTS, "listings/output/poll_blocking.txt", "output without the fact's number", Replace("1000 looks", "many looks")),
    // Recorded runs.
    here("broken-trace", TRACE, "trace of another schema", Replace("\"schema\": 1", "\"schema\": 2")),
    here("broken-trace", TRACE, "step counted wrongly", Replace("\"kind\":\"poll\",\"lane\":\"countdown\",\"n\":2", "\"kind\":\"poll\",\"lane\":\"countdown\",\"n\":7")),
    here("trace-listing", TRACE, "trace of another program", Replace("\"listing\": \"poll_countdown\"", "\"listing\": \"poll_fuse\"")),
    here("unknown-lane", TRACE, "step of nobody", Replace("\"by\":\"main\"", "\"by\":\"nobody\"")),
    here("unknown-mark", TRACE, "step that stands nowhere", Replace("\"mark\":\"wake\"", "\"mark\":\"woke\"")),
    here("unknown-kind", TRACE, "actor of an unknown kind", Replace("\"kind\":\"executor\"", "\"kind\":\"boss\"")),
    there("broken-explorer", "src/en/sizes.md", EXPLORED, "explorer of half a measurement", Replace("scope=closed buffer=256 borrowed=yes boxed=no: 3\n", "")),
    there("missing-trace", POLL, TRACE, "trace that is gone", Remove),
    // What stands behind the back matter.
    here("malformed-recorded", "listings/recorded.toml", "circumstances that cannot be read", Replace("runs = 10", "runs = \"ten\"")),
    here("stale-recorded", "listings/recorded.toml", "records of another compiler", Replace("rustc 1.95.0", "rustc 1.94.0")),
    here("unused-source", "listings/sources.toml", "title of a page that nobody links", Append("\"https://example.org/more\" = \"More\"\n")),
    here("malformed-sources", "listings/sources.toml", "titles that cannot be read", Append("\"https://example.org\"\n")),
];
