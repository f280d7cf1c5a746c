//! What the English chapters show of the listings.

use std::collections::BTreeSet;

use super::sources::Sources;
use super::target::{Part, Target, is_include};

/// The names and paths that English chapters use.
#[derive(Default)]
pub struct Uses<'a> {
    /// Included files, from the root.
    pub files: BTreeSet<String>,
    /// Included anchors with their file.
    pub anchors: BTreeSet<(String, String)>,
    /// Facts, as `table.name`.
    pub facts: BTreeSet<&'a str>,
    /// Listings whose output is the answer of a quiz or what an explorer shows.
    pub outputs: BTreeSet<&'a str>,
    /// Listings that a quiz asks to compile.
    pub programs: BTreeSet<&'a str>,
    /// Traces that are shown or give a quiz its order.
    pub traces: BTreeSet<&'a str>,
    /// Exercises.
    pub exercises: BTreeSet<&'a str>,
}

impl<'a> Uses<'a> {
    /// Collects them.
    pub fn of(sources: &'a Sources<'_>) -> Self {
        let mut uses = Self::default();
        for chapter in &sources.english.chapters {
            for directive in &chapter.doc.directives {
                let argument = directive.argument.as_str();
                match directive.name.as_str() {
                    "fact" => uses.facts.extend([argument]),
                    "trace" => uses.traces.extend([argument]),
                    _ if is_include(directive) => uses.include(Target::of(directive)),
                    _ => {}
                }
            }
            for element in &chapter.doc.elements {
                let is_quiz = element.name == "poll-quiz";
                for (name, value) in &element.attrs {
                    match name.as_str() {
                        "name" if !is_quiz => uses.exercises.extend([value.as_str()]),
                        "output" => uses.outputs.extend([value.as_str()]),
                        "program" if is_quiz => uses.programs.extend([value.as_str()]),
                        "trace" if is_quiz => uses.traces.extend(value.split(' ').next()),
                        _ => {}
                    }
                }
            }
        }
        uses
    }

    fn include(&mut self, target: Option<Target>) {
        let Some(Target { path, part }) = target else {
            return;
        };
        if let Part::Anchor(anchor) = part {
            self.anchors.insert((path.clone(), anchor));
        }
        self.files.insert(path);
    }
}
