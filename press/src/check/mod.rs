//! The gates: what mdBook lets pass and a reader would trip over.
//!
//! Each family of rules has a module. Every rule sees the sources as they
//! are written, so that a fault names the line somebody has to mend.

mod align;
mod built;
mod diagrams;
mod elements;
mod exercises;
mod expansion;
mod explorers;
mod facts;
mod fences;
mod generated;
mod headings;
mod includes;
mod layout;
mod links;
mod parity;
mod quizzes;
mod sources;
mod strings;
mod target;
mod things;
mod traces;
mod unused;
mod uses;

use std::path::Path;

pub use built::built;

use crate::fault::Faults;
use crate::log;
use crate::project::Project;
use expansion::Expansion;
use sources::Sources;

/// Loads the project and runs every gate over every locale.
///
/// Without a project the faults say why there is none.
pub fn load_and_check(root: &Path) -> (Option<Project>, Faults) {
    match Project::load(root) {
        Ok(project) => {
            let faults = run(&project);
            (Some(project), faults)
        }
        Err(faults) => (None, faults),
    }
}

/// The families that look at the sources alone.
const FAMILIES: [fn(&Sources<'_>, &mut Faults); 13] = [
    layout::check,
    headings::check,
    fences::check,
    includes::check,
    facts::check,
    generated::check,
    elements::check,
    exercises::check,
    explorers::check,
    traces::check,
    diagrams::check,
    links::check,
    strings::check,
];

/// Runs every gate over every locale.
///
/// The order matters to those that speak up only where nothing else has:
/// translations against English, then what mdBook makes of the chapters.
pub fn run(project: &Project) -> Faults {
    log::install();
    let mut faults = Faults::default();
    let Some(sources) = Sources::read(project, &mut faults) else {
        return faults;
    };
    for check in FAMILIES {
        check(&sources, &mut faults);
    }
    parity::check(&sources, &mut faults);
    let expansion = Expansion::of(&sources, &mut faults);
    quizzes::check(&sources, &expansion, &mut faults);
    unused::check(&sources, &mut faults);
    faults.settle();
    faults
}
