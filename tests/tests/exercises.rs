//! Each exercise can be failed and can be solved, and what its check finds has a
//! sentence in the book.

#![allow(clippy::unwrap_used, reason = "a panic is a test's message")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use press::exercise::{self, Attempt, FOLDER, LIMIT, Verdict};
use press::verdict_words::{sentences, slug_of, verdict_ids};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The start or the solution of an exercise, against its own check.
fn attempt(name: &str, file: &str) -> Attempt {
    let folder = root().join(FOLDER).join(name);
    Attempt {
        bin: format!("{name}-{file}"),
        check: folder.join("check.rs"),
        file: folder.join(file).with_extension("rs"),
        shown: format!("{FOLDER}/{name}/{file}.rs"),
        shown_check: format!("{FOLDER}/{name}/check.rs"),
    }
}

/// The ids that have a sentence in the English chapter, if there is a chapter.
fn known_ids(name: &str) -> Option<BTreeSet<String>> {
    let slug = slug_of(&root(), name).unwrap()?;
    let chapter =
        fs::read_to_string(root().join("src/en").join(slug).with_extension("md")).unwrap();
    Some(sentences(&chapter, name).into_keys().collect())
}

#[test]
fn starts_fail_and_solutions_pass() {
    let names = exercise::names(&root()).unwrap();
    let attempts: Vec<Attempt> = names
        .iter()
        .flat_map(|name| [attempt(name, "start"), attempt(name, "solution")])
        .collect();
    let verdicts = exercise::check_all(&root(), "exercises", &attempts, LIMIT).unwrap();

    let mut faults = Vec::new();
    for (name, pair) in names.iter().zip(verdicts.chunks(2)) {
        let ids = verdict_ids(
            &fs::read_to_string(root().join(FOLDER).join(name).join("check.rs")).unwrap(),
        );
        match &pair[0] {
            Verdict::Fail(id) if ids.contains(id) => {}
            Verdict::Hang => {}
            other => faults.push(format!("{name}: the start must fail, and is: {other:?}")),
        }
        if pair[1] != Verdict::Pass {
            faults.push(format!(
                "{name}: the solution must pass, and is: {:?}",
                pair[1]
            ));
        }
        let Some(known) = known_ids(name) else {
            continue;
        };
        for id in ids.difference(&known) {
            faults.push(format!(
                "{name}: the English chapter has no sentence for [{id}]"
            ));
        }
        for id in known.difference(&ids).filter(|id| *id != "hang") {
            faults.push(format!("{name}: the check never says [{id}]"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// An exercise that is solved by a function which returns 7.
const CHECK: &str = "
mod exercise;
use listings::verdict;

fn main() {
    println!(\"left by the reader\");
    if exercise::seven() != 7 {
        verdict::fail(\"not-seven\");
    }
    verdict::pass()
}
";

/// The verdicts on bodies of `seven`.
fn probe(package: &str, bodies: &[&str], limit: Duration) -> Vec<Verdict> {
    let folder = tempfile::tempdir().unwrap();
    let check = folder.path().join("check.rs");
    fs::write(&check, CHECK).unwrap();
    let attempt = |(n, body): (usize, &&str)| {
        let file = folder.path().join(format!("{n}.rs"));
        fs::write(&file, format!("pub fn seven() -> u32 {{\n    {body}\n}}\n")).unwrap();
        Attempt {
            bin: format!("{package}-{n}"),
            check: check.clone(),
            file,
            shown: "my/seven.rs".into(),
            shown_check: "listings/exercises/seven/check.rs".into(),
        }
    };
    let attempts: Vec<Attempt> = bodies.iter().enumerate().map(attempt).collect();
    exercise::check_all(&root(), package, &attempts, limit).unwrap()
}

#[test]
fn what_goes_wrong_has_a_verdict_of_its_own() {
    let bodies = [
        "7",
        "8",
        "panic!(\"a {{ brace\")",
        "std::process::exit(0)",
        "\"seven\"",
    ];
    let verdicts = probe("exercise-probes", &bodies, LIMIT);
    assert_eq!(verdicts[0], Verdict::Pass);
    assert_eq!(verdicts[1], Verdict::Fail("not-seven".into()));
    assert_eq!(
        verdicts[2],
        Verdict::Panic("my/seven.rs:2:5: a { brace".into())
    );
    assert!(
        matches!(&verdicts[3], Verdict::Ended(status) if status.contains('0')),
        "{:?}",
        verdicts[3]
    );
    let Verdict::Compile(message) = &verdicts[4] else {
        panic!("{:?}", verdicts[4])
    };
    assert!(
        message.starts_with("error[E0308]: mismatched types\n --> my/seven.rs:2:5\n"),
        "{message}"
    );
}

#[test]
fn hanging_file_is_killed_within_the_limit() {
    let start = Instant::now();
    let limit = Duration::from_millis(200);
    let verdicts = probe(
        "exercise-hang",
        &["loop {\n        std::thread::park();\n    }"],
        limit,
    );
    assert_eq!(verdicts, [Verdict::Hang]);
    // Most of the time is the compiler's.
    assert!(start.elapsed() < Duration::from_secs(120));
}
