//! Each program in `listings/compile_fail/` must not compile, and the compiler
//! must say what the book says it says.
//!
//! `RECORD=1` rewrites the records. If `RECORD_DIR` is set, they are written to
//! its `compile_fail/` and nothing is compared.

#![allow(clippy::unwrap_used, reason = "a panic is a test's message")]

use std::env;
use std::fmt::Write;
use std::path::Path;

use press::compile_fail::{FOLDER, check_all, orphans, record_path, write_records};
use snapbox::data::DataFormat;
use snapbox::report::Palette;
use snapbox::{Assert, Data};

#[test]
fn messages_are_the_recorded_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let records = root.join(FOLDER);
    let diagnoses = check_all(&root).unwrap();
    if let Some(folder) = env::var_os("RECORD_DIR") {
        write_records(&diagnoses, &Path::new(&folder).join("compile_fail")).unwrap();
        return;
    }
    if env::var_os("RECORD").is_some() {
        write_records(&diagnoses, &records).unwrap();
    }

    let mut faults = String::new();
    for diagnosis in &diagnoses {
        let record = record_path(&records, &diagnosis.name);
        if diagnosis.compiles() {
            writeln!(faults, "{FOLDER}/{}: compiles and must not", diagnosis.name).unwrap();
        } else if !record.exists() {
            writeln!(faults, "{FOLDER}/{}: has no record", diagnosis.name).unwrap();
        } else {
            let recorded = Data::read_from(&record, Some(DataFormat::Text)).raw();
            let compared = Assert::new().palette(Palette::plain()).try_eq(
                Some(&diagnosis.name),
                diagnosis.rendered.clone().into(),
                recorded,
            );
            if let Err(difference) = compared {
                writeln!(faults, "{difference}").unwrap();
            }
        }
    }
    for orphan in orphans(&diagnoses, &records).unwrap() {
        let file = orphan.file_name().unwrap_or_default().display();
        writeln!(faults, "{FOLDER}/{file}: no program fails like this").unwrap();
    }
    assert!(
        faults.is_empty(),
        "{faults}\nrun `cargo run -- record` if the new messages are right"
    );
}
