//! The gates: what mdBook lets pass and a reader would trip over.
//!
//! Each family of rules has a module. Every rule sees the sources as they
//! are written, so that a fault names the line somebody has to mend.

use std::path::Path;

use crate::fault::Faults;
use crate::project::Project;

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

/// Runs every gate over every locale.
pub fn run(_project: &Project) -> Faults {
    let mut faults = Faults::default();
    faults.settle();
    faults
}
