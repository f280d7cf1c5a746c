//! Listings, records and anchors that no English chapter shows.

use std::collections::BTreeSet;

use super::sources::{ListingFile, Sources, listing_name};
use super::uses::Uses;
use crate::fault::{Fault, Faults};

/// The files of `listings/` against what the chapters use.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    let looked = Looked::new(sources);
    for (path, name, file) in sources.listings.folder("examples") {
        if looked.example(name) {
            looked.anchors(path, file, faults);
        } else {
            faults.push(unused(path, "program"));
        }
    }
    for (path, name, file) in sources.listings.folder("output") {
        if looked.output(path, name) {
            continue;
        }
        if !looked.examples.contains(name) {
            faults.push(unused(path, "output"));
        } else if looked.example(name) {
            faults.0.extend(unshown(path, file));
        }
    }
    for (path, name, file) in sources.listings.folder("compile_fail") {
        let record = path.ends_with(".stderr");
        if !looked.compile_fail(name) {
            // The program's fault speaks for its record.
            if !record || !looked.failing.contains(name) {
                faults.push(unused(path, "program"));
            }
        } else if !record {
            looked.anchors(path, file, faults);
        } else if !looked.uses.files.contains(path) && !looked.uses.programs.contains(name) {
            faults.0.extend(unshown(path, file));
        }
    }
    for (path, name, _) in sources.listings.folder("traces") {
        if !looked.uses.traces.contains(name) {
            faults.push(unused(path, "trace"));
        }
    }
    let exercises: BTreeSet<&str> = sources
        .listings
        .folder("exercises")
        .map(|(_, name, _)| name)
        .collect();
    for name in exercises {
        if !looked.uses.exercises.contains(name) {
            faults.push(unused(&format!("listings/exercises/{name}"), "exercise"));
        }
    }
}

fn unused(path: &str, what: &str) -> Fault {
    Fault::file(
        path,
        "unused-listing",
        format!("no English chapter shows this {what}"),
        "show it in a chapter of src/en, or remove the file",
    )
}

/// A record of a program that is shown is compared by a test in any case, so
/// this is no fault; but a claim without its run is only an opinion.
fn unshown(path: &str, file: &ListingFile) -> Option<Fault> {
    if path.ends_with(".status") || file.text.trim().is_empty() {
        return None;
    }
    let fault = Fault::file(
        path,
        "unshown-output",
        "a chapter shows the program and not what it gave",
        format!("show it in a ```text block: {{{{#include ../../{path}}}}}"),
    );
    Some(fault.as_warning())
}

struct Looked<'a> {
    uses: Uses<'a>,
    /// Outputs that a fact is read out of.
    facts: BTreeSet<&'a str>,
    examples: BTreeSet<&'a str>,
    failing: BTreeSet<&'a str>,
    /// Listings of which some file is included, as `folder/name`.
    shown: BTreeSet<String>,
}

impl<'a> Looked<'a> {
    fn new(sources: &'a Sources<'_>) -> Self {
        let uses = Uses::of(sources);
        let shown = ["examples", "compile_fail", "output"]
            .iter()
            .flat_map(|folder| {
                let name = move |path| Some(format!("{folder}/{}", listing_name(path, folder)?));
                uses.files.iter().filter_map(move |path| name(path))
            })
            .collect();
        let facts = sources.facts.known.iter().flatten();
        let names = |folder| sources.listings.folder(folder);
        Self {
            facts: facts.map(|(_, fact)| fact.output.as_str()).collect(),
            examples: names("examples").map(|(_, name, _)| name).collect(),
            failing: names("compile_fail")
                .filter(|(path, ..)| path.ends_with(".rs"))
                .map(|(_, name, _)| name)
                .collect(),
            shown,
            uses,
        }
    }

    /// The anchors of a program that is used itself.
    fn anchors(&self, path: &str, file: &ListingFile, faults: &mut Faults) {
        for anchor in file.anchors.iter().filter(|anchor| !anchor.end) {
            let key = (path.to_owned(), anchor.name.clone());
            if !self.uses.anchors.contains(&key) {
                faults.push(Fault::at(
                    path,
                    &file.text,
                    anchor.span.clone(),
                    "unused-anchor",
                    format!("no English chapter shows the anchor `{}`", anchor.name),
                    "remove both comments of the anchor, or show it in a chapter",
                ));
            }
        }
    }

    /// A program counts when it is shown, asked for, or the source of an
    /// output that is used.
    fn example(&self, name: &str) -> bool {
        self.shown.contains(&format!("examples/{name}"))
            || self.shown.contains(&format!("output/{name}"))
            || self.uses.programs.contains(name)
            || self.uses.traces.contains(name)
            || self.is_asked(name)
    }

    /// An output counts when it is shown, or when a fact or a quiz names it.
    fn output(&self, path: &str, name: &str) -> bool {
        self.uses.files.contains(path) || self.is_asked(name)
    }

    fn is_asked(&self, name: &str) -> bool {
        self.facts.contains(name) || self.uses.outputs.contains(name)
    }

    fn compile_fail(&self, name: &str) -> bool {
        self.shown.contains(&format!("compile_fail/{name}")) || self.uses.programs.contains(name)
    }
}
