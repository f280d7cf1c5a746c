//! Every program of the book prints what the book says it prints.
//!
//! `RECORD=1` rewrites the records that differ in more than times and thread ids.

mod support {
    pub mod build;
    pub mod record;
    pub mod run;
    pub mod shown;
}

use support::build::example;
use support::record::{compare_run, mask, normalise, report};
use support::run::{in_parallel, listings, run, stems};
use support::shown;

#[test]
fn every_listing_prints_its_recorded_output() {
    let faults = in_parallel(&listings(), |listing| {
        let run = example(&listing.name).and_then(|program| run(&program, None));
        match run {
            Ok(run) => compare_run(&listing.name, &run),
            Err(fault) => vec![fault],
        }
    });
    report(&faults);
}

#[test]
fn every_shown_program_compiles_and_prints_the_same() {
    let mut listings = listings();
    listings.retain(|listing| listing.is_traced());
    let faults = in_parallel(&listings, |listing| {
        let run = shown::build(listing).and_then(|program| run(&program, None));
        match run {
            Ok(run) => compare_run(&listing.name, &run),
            Err(fault) => vec![fault],
        }
    });
    report(&faults);
}

#[test]
fn every_recorded_output_has_a_listing() {
    let listings = stems("examples", "rs");
    let mut faults = Vec::new();
    for extension in ["txt", "stderr", "status"] {
        for name in stems("output", extension) {
            if !listings.contains(&name) {
                faults.push(format!(
                    "listings/output/{name}.{extension}: no such listing"
                ));
            }
        }
    }
    report(&faults);
}

#[test]
fn only_times_with_decimals_and_thread_ids_are_masked() {
    let text = "501.4ms 2.0003s 0.7 µs 500ms 2 s 1.95 ThreadId(3)";
    let masked = "[duration] [duration] [duration] 500ms 2 s 1.95 ThreadId([id])";
    assert_eq!(mask(text), masked);
}

#[test]
fn recorded_panic_names_neither_thread_number_nor_machine() {
    let stderr = "thread 'main' (71) panicked at listings/examples/x.rs:7:5:\n\
                  thread 'tokio-rt-worker' (9) panicked at \
                  /home/me/.cargo/registry/src/index-0a1b/tokio-1.0.0/src/lib.rs:1:1:";
    let recorded = "thread 'main' panicked at listings/examples/x.rs:7:5:\n\
                    thread 'tokio-rt-worker' panicked at tokio-1.0.0/src/lib.rs:1:1:";
    assert_eq!(normalise(stderr), recorded);
}

#[test]
fn lines_of_the_trace_are_taken_out() {
    let source = "fn main() {\n    trace::mark(\"a\"); // trace\n    run(); // ①\n}\n";
    assert_eq!(shown::shown(source), "fn main() {\n    run(); // ①\n}\n");
}
