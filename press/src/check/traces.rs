//! Traces: each step of a recorded run names a lane, a kind of event that has
//! a sentence, and a mark that stands in the program.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::Deserialize;

use super::sources::Sources;
use crate::fault::{Fault, Faults};
use crate::listing::{marks, shown};

const SCHEMA: u32 = 1;
const MEND: &str = "run `cargo run -- record`; if that does not help, mend the program's lines that end in // trace";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trace {
    schema: u32,
    listing: String,
    variants: Vec<Variant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    name: String,
    lanes: Vec<Lane>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lane {
    id: String,
    kind: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    key: String,
    kind: String,
    lane: String,
    n: u32,
    mark: String,
    #[serde(default)]
    states: BTreeMap<String, String>,
    by: Option<String>,
    #[serde(rename = "value")]
    _value: Option<String>,
    #[serde(rename = "at_ms")]
    _at_ms: Option<u64>,
}

/// Every directive and every file of a trace.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (_, chapter) in sources.chapters() {
        for directive in chapter
            .doc
            .directives
            .iter()
            .filter(|one| one.name == "trace")
        {
            let mut fault = |rule, message: String, mend: &str| {
                faults.push(chapter.fault(&directive.span, rule, message, mend));
            };
            let path = format!("listings/traces/{}.json", directive.argument);
            if !sources.listings.files.contains_key(&path) {
                let message = format!("there is no {path}");
                fault(
                    "missing-trace",
                    message,
                    "copy the line from the English chapter, or record the trace",
                );
            }
            let (start, end) = (directive.span.start, directive.span.end);
            let before = chapter.text[..start].lines().last().unwrap_or_default();
            let before = if chapter.text[..start].ends_with('\n') {
                ""
            } else {
                before
            };
            let after = chapter.text[end..].lines().next().unwrap_or_default();
            if !before.is_empty() || !after.trim().is_empty() {
                let message = "a trace stands on a line of its own".to_owned();
                fault(
                    "misplaced-trace",
                    message,
                    "put an empty line before and after it, and no spaces",
                );
            }
        }
    }
    for (path, name, file) in sources.listings.folder("traces") {
        let found = File {
            sources,
            name,
            text: &file.text,
        }
        .check();
        for (line, rule, message) in found {
            let span = line_span(&file.text, line);
            faults.push(Fault::at(path, &file.text, span, rule, message, MEND));
        }
        program(sources, name, faults);
    }
}

/// A mark's name stands in its program once.
fn program(sources: &Sources<'_>, name: &str, faults: &mut Faults) {
    let path = format!("listings/examples/{name}.rs");
    let Some(source) = sources.listings.text(&path) else {
        return;
    };
    let mut seen = BTreeSet::new();
    for (mark, _) in marks(source) {
        if seen.insert(mark.clone()) {
            continue;
        }
        let call = format!("mark(\"{mark}\")");
        let at = source.rfind(&call).unwrap_or_default();
        faults.push(Fault::at(
            &path,
            source,
            at..at + call.len(),
            "duplicate-mark",
            format!("the mark `{mark}` stands here a second time"),
            "give it a name of its own, then run `cargo run -- record`",
        ));
    }
}

fn line_span(text: &str, line: usize) -> Range<usize> {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    start..text.len()
}

/// Where a fault is, its rule and its sentence.
type Found = (usize, &'static str, String);

struct File<'a> {
    sources: &'a Sources<'a>,
    name: &'a str,
    text: &'a str,
}

impl File<'_> {
    fn check(&self) -> Vec<Found> {
        let trace: Trace = match serde_json::from_str(self.text) {
            Ok(trace) => trace,
            Err(error) => return vec![(error.line().max(1), "broken-trace", error.to_string())],
        };
        let mut found = Vec::new();
        if trace.schema != SCHEMA {
            let message = format!(
                "the file has schema {}, this press reads {SCHEMA}",
                trace.schema
            );
            found.push((self.line("\"schema\""), "broken-trace", message));
        }
        if trace.variants.is_empty() {
            found.push((1, "broken-trace", "the trace has no run".to_owned()));
        }
        if trace.listing != self.name {
            let message = format!(
                "the trace of `{}` is called {}.json",
                trace.listing, self.name
            );
            found.push((self.line("\"listing\""), "trace-listing", message));
        }
        let path = format!("listings/examples/{}.rs", self.name);
        let Some(source) = self.sources.listings.text(&path) else {
            found.push((
                self.line("\"listing\""),
                "trace-listing",
                format!("there is no {path}"),
            ));
            return found;
        };
        let last = shown(source).lines().count();
        let mut places = BTreeMap::new();
        for (mark, line) in marks(source) {
            places.entry(mark).or_insert(line);
        }
        let mut names = BTreeSet::new();
        let mut from = 0;
        for variant in &trace.variants {
            if !names.insert(&variant.name) || (variant.name.is_empty() && trace.variants.len() > 1)
            {
                let message = format!("several runs, and one of them is called `{}`", variant.name);
                found.push((self.line("\"variants\""), "broken-trace", message));
            }
            from = self.variant(variant, &places, last, from, &mut found);
        }
        found
    }

    /// Looks at one run; its steps stand after `from`. Returns where it ends.
    fn variant(
        &self,
        variant: &Variant,
        marks: &BTreeMap<String, usize>,
        last: usize,
        mut from: usize,
        found: &mut Vec<Found>,
    ) -> usize {
        let lanes: BTreeSet<&str> = variant.lanes.iter().map(|lane| lane.id.as_str()).collect();
        for lane in &variant.lanes {
            if !self.has_words(&format!("lane_{}", lane.kind)) {
                let line = self.line(&format!("\"{}\"", lane.kind));
                found.push((
                    line,
                    "unknown-kind",
                    format!("no lane is a `{}`", lane.kind),
                ));
            }
        }
        let mut keys = BTreeSet::new();
        for step in &variant.steps {
            let key = format!("\"{}\"", step.key);
            from = self.text[from..]
                .find(&key)
                .map_or(from, |at| from + at + key.len());
            let line = crate::fault::line_of(self.text, from);
            let mut say = |rule, message| found.push((line, rule, message));
            if !keys.insert(&step.key) {
                say(
                    "duplicate-step",
                    format!("two steps have the key `{}`", step.key),
                );
            }
            if step.key != format!("{}.{}.{}", step.lane, step.kind, step.n) {
                say(
                    "broken-trace",
                    format!("the key `{}` is not lane.kind.n", step.key),
                );
            }
            if !self.has_words(&step.kind) {
                say(
                    "unknown-kind",
                    format!("no event is called `{}`", step.kind),
                );
            }
            let named = [&step.lane]
                .into_iter()
                .chain(&step.by)
                .chain(step.states.keys());
            for lane in named.filter(|lane| !lanes.contains(lane.as_str())) {
                say("unknown-lane", format!("the run has no lane `{lane}`"));
            }
            match marks.get(&step.mark) {
                None => say(
                    "unknown-mark",
                    format!("the program has no mark `{}`", step.mark),
                ),
                Some(line) if *line > last => {
                    say(
                        "unknown-mark",
                        format!("no shown line follows the mark `{}`", step.mark),
                    );
                }
                Some(_) => {}
            }
        }
        from
    }

    /// Each kind has a sentence in `[trace]`, plain or for a step with a part.
    fn has_words(&self, kind: &str) -> bool {
        self.sources
            .english
            .locale
            .strings
            .get("trace", kind)
            .is_some()
    }

    fn line(&self, needle: &str) -> usize {
        crate::fault::line_of(self.text, self.text.find(needle).unwrap_or_default())
    }
}
