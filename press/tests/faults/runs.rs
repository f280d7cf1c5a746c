//! Faults that leave every file well-formed: the gates pass them, and another
//! test runs the program and sees. Each row shows both: `check` finds nothing,
//! and a run differs from the record, as in the test that the row names.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use press::listing;

use crate::Change::{self, Replace};
use crate::{assert_clean, changed, clean};

const OUTPUTS: &str = "listings/tests/outputs.rs: every_listing_prints_its_recorded_output";
const MESSAGES: &str = "tests/tests/compile_fail.rs: messages_are_the_recorded_ones";
const LAZY: &str = "listings/examples/inert_laziness.rs";
const LAZY_OUTPUT: &str = "listings/output/inert_laziness.txt";
const REFUSED: &str = "listings/compile_fail/poll_without_pin.rs";
const REFUSED_RECORD: &str = "listings/compile_fail/poll_without_pin.stderr";

/// What is compared in a row.
enum Run {
    /// A program that needs no crate, and what it prints.
    Prints(&'static str, &'static str),
    /// A program that does not compile, and the first line of the message.
    Refused(&'static str, &'static str),
}

impl Run {
    /// Whether a real run gives what is recorded.
    fn agrees(&self, root: &Path) -> bool {
        let read = |name: &str| fs::read_to_string(root.join(name)).expect("a text file");
        match self {
            Self::Prints(program, record) => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let exe = folder.path().join("program");
                let compiled = compile(&listing::shown(&read(program)), &exe);
                assert!(compiled.status.success(), "{compiled:?}");
                let run = Command::new(&exe).output().expect("the program runs");
                String::from_utf8_lossy(&run.stdout).trim_end() == read(record).trim_end()
            }
            Self::Refused(program, record) => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let compiled = compile(&read(program), &folder.path().join("program"));
                let message = String::from_utf8_lossy(&compiled.stderr).into_owned();
                let first = message.lines().find(|line| line.starts_with("error"));
                !compiled.status.success() && first == read(record).lines().next()
            }
        }
    }
}

/// Compiles a program whose only library is the standard one.
fn compile(source: &str, exe: &Path) -> Output {
    let file = exe.with_extension("rs");
    fs::write(&file, source).expect("a source file");
    Command::new("rustc")
        .args(["--edition", "2024", "-o"])
        .args([exe, &file])
        .output()
        .expect("rustc runs")
}

const COUNTDOWN: Run = Run::Prints(
    "listings/examples/poll_countdown.rs",
    "listings/output/poll_countdown.txt",
);
const LAZINESS: Run = Run::Prints(LAZY, LAZY_OUTPUT);
const PINLESS: Run = Run::Refused(REFUSED, REFUSED_RECORD);

/// What is done, to which file, which run sees it, and in which test.
const ROWS: &[(&str, &str, Change, Run, &str)] = &[
    (
        "program that behaves otherwise",
        "listings/examples/poll_countdown.rs",
        Replace("left: 3", "left: 4"),
        COUNTDOWN,
        OUTPUTS,
    ),
    (
        "output edited by hand",
        "listings/output/poll_countdown.txt",
        Replace("left = 1", "left = 5"),
        COUNTDOWN,
        OUTPUTS,
    ),
    (
        "value of a fact edited by hand",
        LAZY_OUTPUT,
        Replace("after 4 polls", "after 5 polls"),
        LAZINESS,
        OUTPUTS,
    ),
    (
        "program that compiles after all",
        REFUSED,
        Replace(
            "future.poll(",
            "Future::poll(std::pin::Pin::new(&mut future), ",
        ),
        PINLESS,
        MESSAGES,
    ),
    (
        "program refused for another reason",
        REFUSED,
        Replace("ready(42)", "ready(forty_two)"),
        PINLESS,
        MESSAGES,
    ),
    (
        "message edited by hand",
        REFUSED_RECORD,
        Replace("no method named", "no function named"),
        PINLESS,
        MESSAGES,
    ),
];

#[test]
fn what_the_gates_cannot_see_a_run_does() {
    let folder = clean(&["en"]);
    let root = folder.path();
    for run in [COUNTDOWN, LAZINESS, PINLESS] {
        assert!(run.agrees(root), "the record is that of a run");
    }
    println!("fault | file | caught by test");
    for (what, file, change, run, test) in ROWS {
        let agrees = changed(root, file, change, || {
            assert_clean(root);
            run.agrees(root)
        });
        assert!(!agrees, "{what} in {file} is not seen");
        println!("{what} | {file} | {test}");
    }
}
