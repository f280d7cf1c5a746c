//! The index of symptoms names every error code that a chapter shows.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_error_code_of_a_chapter_is_a_symptom() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let symptoms = fs::read_to_string(root.join("src/en/symptoms.md")).expect("the index");
    let mut chapters = String::new();
    for entry in fs::read_dir(root.join("src/en")).expect("the chapters") {
        chapters += &fs::read_to_string(entry.expect("an entry").path()).expect("a text");
    }
    let mut missing = BTreeSet::new();
    for entry in fs::read_dir(root.join("listings/compile_fail")).expect("the programs") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_none_or(|extension| extension != "stderr")
        {
            continue;
        }
        let message = fs::read_to_string(&path).expect("a record");
        let codes = message
            .lines()
            .filter_map(|line| line.strip_prefix("error["));
        let codes = codes.filter_map(|rest| rest.split(']').next());
        for code in codes.filter(|code| !symptoms.contains(code)) {
            missing.insert(format!("{code} ({})", path.display()));
        }
    }
    assert!(missing.is_empty(), "src/en/symptoms.md lacks {missing:?}");
}
