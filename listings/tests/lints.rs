//! What Clippy says of the programs that it has something to say about, if it is asked.
//!
//! Such a program compiles and runs like every listing, so Clippy's words have a folder of their
//! own, `listings/clippy/`. `RECORD=1` rewrites what differs.

mod support {
    pub mod clippy;
    #[allow(dead_code, reason = "the other tests compare runs")]
    pub mod record;
    #[allow(dead_code, reason = "the other tests run programs")]
    pub mod run;
}

use std::path::Path;

use support::clippy::clippy;
use support::record::{compare, report};
use support::run::stems;

/// The listings with a record, and the lint that is switched on for each.
const LINTS: [(&str, &str); 1] = [("sizes_large_future", "clippy::large_futures")];

#[test]
fn clippy_says_what_was_recorded() {
    let mut faults = Vec::new();
    for (name, lint) in LINTS {
        let file = format!("listings/examples/{name}.rs");
        match clippy(Path::new(&file), lint) {
            Ok(said) if said.is_empty() => faults.push(format!("{file}: {lint} finds nothing")),
            Ok(said) => {
                let record = format!("listings/clippy/{name}.stderr");
                faults.extend(compare(&record, Some(&said)));
            }
            Err(fault) => faults.push(fault),
        }
    }
    report(&faults);
}

#[test]
fn every_record_belongs_to_a_listing() {
    let names = LINTS.map(|(name, _)| name);
    let mut orphans = stems("clippy", "stderr");
    orphans.retain(|name| !names.contains(&name.as_str()));
    assert!(orphans.is_empty(), "{orphans:?}");
}
