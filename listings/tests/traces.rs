//! Every trace that the book replays is what its program does today.
//!
//! `RECORD=1` rewrites the traces that differ.

mod support {
    pub mod build;
    pub mod record;
    pub mod run;
}

use std::collections::HashSet;

use listings::trace::schema::Trace;
use regex::Regex;
use support::build::example;
use support::record::{compare, compare_run, report};
use support::run::{Listing, in_parallel, is_trace_line, listings, run, scratch, stems};

#[test]
fn every_traced_listing_does_what_was_recorded() {
    let mut listings = listings();
    listings.retain(Listing::is_traced);
    let faults = in_parallel(&listings, |listing| match recorded_twice(listing) {
        Ok(trace) => {
            let file = format!("listings/traces/{}.json", listing.name);
            let mut faults = marks_are_sound(listing, &trace);
            faults.extend(compare(&file, Some(&trace)));
            faults
        }
        Err(faults) => faults,
    });
    report(&faults);
}

#[test]
fn every_trace_has_a_traced_listing() {
    let mut listings = listings();
    listings.retain(Listing::is_traced);
    let names: HashSet<String> = listings.into_iter().map(|listing| listing.name).collect();
    let traces = stems("traces", "json").into_iter();
    let faults: Vec<String> = traces
        .filter(|name| !names.contains(name))
        .map(|name| format!("listings/traces/{name}.json: no such traced listing"))
        .collect();
    report(&faults);
}

/// Records a listing two times; both must tell the same, and print what the listing prints when
/// nobody records it.
fn recorded_twice(listing: &Listing) -> Result<String, Vec<String>> {
    let program = example(&listing.name).map_err(|fault| vec![fault])?;
    let folder = scratch("traces");
    let record = |turn: u32| {
        let file = folder.join(format!("{}.{turn}.json", listing.name));
        let _ = std::fs::remove_file(&file);
        let run = run(&program, Some(&file)).map_err(|fault| vec![fault])?;
        let faults = compare_run(&listing.name, &run);
        if !faults.is_empty() {
            return Err(faults);
        }
        std::fs::read_to_string(&file)
            .map_err(|error| vec![format!("{}: recorded nothing: {error}", listing.file())])
    };
    let first = record(1)?;
    let second = record(2)?;
    if first != second {
        let fault = format!("{}: two runs recorded different steps", listing.file());
        return Err(vec![format!("{fault}:\n{first}\n{second}")]);
    }
    Ok(first)
}

/// Each mark stands once, before a line of code, and is current for some step; each step has one.
fn marks_are_sound(listing: &Listing, trace: &str) -> Vec<String> {
    let file = listing.file();
    let trace: Trace = match serde_json::from_str(trace) {
        Ok(trace) => trace,
        Err(error) => return vec![format!("{file}: the trace cannot be read: {error}")],
    };
    let mut faults = Vec::new();
    let mut keys = HashSet::new();
    let mut current = HashSet::new();
    for variant in &trace.variants {
        for step in &variant.steps {
            if step.mark.is_empty() {
                faults.push(format!("{file}: step {} comes before any mark", step.key));
            }
            if !keys.insert((&variant.name, &step.key)) {
                faults.push(format!("{file}: there are two steps {}", step.key));
            }
            current.insert(step.mark.as_str());
        }
    }
    let pattern = r#"trace::mark\("([^"]*)"\)"#;
    let pattern = Regex::new(pattern).expect("the pattern is a regex");
    let mut marks = HashSet::new();
    let lines: Vec<&str> = listing.source.lines().collect();
    for (i, line) in lines.iter().enumerate() {
        let Some(mark) = pattern.captures(line).and_then(|found| found.get(1)) else {
            continue;
        };
        let mark = mark.as_str();
        let at = format!("{file}:{}: mark `{mark}`", i + 1);
        if !marks.insert(mark) {
            faults.push(format!("{at} stands twice"));
        }
        if !current.contains(mark) {
            faults.push(format!("{at} is current at no step"));
        }
        let next = lines[i + 1..].iter().find(|line| !is_trace_line(line));
        let next = next.map_or("", |line| line.trim());
        if next.is_empty() || next.starts_with("//") {
            faults.push(format!("{at} is not followed by a line of code"));
        }
    }
    faults
}
