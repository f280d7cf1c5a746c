//! Accounts for every Rust fence of every locale: which test runs it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Row {
    locale: String,
    slug: String,
    listing: String,
    kind: String,
    test: Option<String>,
}

fn rows() -> Vec<Row> {
    let text = include_str!(concat!(env!("OUT_DIR"), "/census.json"));
    serde_json::from_str(text).expect("tests/build.rs writes it")
}

fn by_locale(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut locales: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        locales.entry(&row.locale).or_default().push(row);
    }
    locales
}

#[test]
fn no_fence_is_ignored() {
    for row in rows() {
        assert_ne!(row.kind, "ignored", "{row:?}");
    }
}

#[test]
fn every_fence_has_its_test() {
    let generated = include_str!(concat!(env!("OUT_DIR"), "/skeptic-tests.rs"));
    for row in rows() {
        let run_by_skeptic = row.kind != "compile-fail";
        assert_eq!(row.test.is_some(), run_by_skeptic, "{row:?}");
        if let Some(test) = &row.test {
            assert!(generated.contains(&format!("fn {test}()")), "{row:?}");
        }
    }
}

#[test]
fn compile_fail_fences_have_a_record() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../listings/compile_fail");
    for row in rows().iter().filter(|row| row.kind == "compile-fail") {
        let name = row.listing.split(' ').next().unwrap_or_default();
        let record = std::path::Path::new(root).join(format!("{name}.stderr"));
        assert!(record.is_file(), "{row:?} has no {}", record.display());
    }
}

#[test]
fn locales_have_the_same_fences_in_the_same_order() {
    let rows = rows();
    let locales = by_locale(&rows);
    let shape = |rows: &[&Row]| -> Vec<(String, String, String)> {
        rows.iter()
            .map(|row| (row.slug.clone(), row.listing.clone(), row.kind.clone()))
            .collect()
    };
    let english = shape(&locales["en"]);
    assert!(!english.is_empty(), "the book has no program");
    for (locale, rows) in &locales {
        assert_eq!(shape(rows), english, "{locale} differs from en");
        let count = |kind: &str| rows.iter().filter(|row| row.kind == kind).count();
        println!(
            "{locale}: {} Rust fences = {} run + {} compile-fail + {} panic, {} ignored",
            rows.len(),
            count("run"),
            count("compile-fail"),
            count("panic"),
            count("ignored"),
        );
    }
    let distinct: BTreeSet<_> = rows.iter().filter_map(|row| row.test.as_ref()).collect();
    println!("{} distinct programs run once each", distinct.len());
}
