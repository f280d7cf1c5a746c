//! Many single faults, one at a time, in a copy of the real book: each is
//! reported by the rule that is there for it, in the file that has it.
//!
//! `tests/gates` shows on a small book that each rule stops its fault and
//! nothing else. Here the rules meet the text as it is. What they cannot see,
//! because every file is well-formed, is in `runs.rs`.
//!
//! `cargo test -p press --test faults -- --nocapture` prints the table.

#[path = "../support/real.rs"]
mod real;

mod book;
mod listings;
mod runs;
mod translations;

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use press::check;

/// What is done to a file.
#[derive(Clone, Copy)]
enum Change {
    /// The first of these texts becomes the other.
    Replace(&'static str, &'static str),
    /// The text is added at the end.
    Append(&'static str),
    /// The bytes are added in front.
    Prepend(&'static [u8]),
    /// The file is new.
    Create(&'static str),
    /// The file is gone.
    Remove,
}

/// One fault, and who is to notice it.
#[derive(Clone, Copy)]
struct Fault {
    /// What somebody did.
    what: &'static str,
    /// The file in which they did it.
    file: &'static str,
    change: Change,
    /// The file that the report names.
    reported: &'static str,
    rule: &'static str,
}

/// A fault that is reported where it was made.
const fn here(rule: &'static str, file: &'static str, what: &'static str, change: Change) -> Fault {
    there(rule, file, file, what, change)
}

/// A fault whose report names another file than was changed.
const fn there(
    rule: &'static str,
    reported: &'static str,
    file: &'static str,
    what: &'static str,
    change: Change,
) -> Fault {
    Fault {
        what,
        file,
        change,
        reported,
        rule,
    }
}

impl Change {
    /// The bytes of the file after the change, if it is still there.
    fn apply(&self, file: &str, before: Option<&[u8]>) -> Option<Vec<u8>> {
        let old = before.unwrap_or_default();
        let text = || std::str::from_utf8(old).expect("a text file");
        match self {
            Self::Replace(from, to) => {
                assert!(text().contains(from), "{file} has no {from:?}");
                Some(text().replacen(from, to, 1).into_bytes())
            }
            Self::Append(more) => Some([old, more.as_bytes()].concat()),
            Self::Prepend(more) => Some([*more, old].concat()),
            Self::Create(text) => {
                assert!(before.is_none(), "{file} is there already");
                Some(text.as_bytes().to_vec())
            }
            Self::Remove => {
                assert!(before.is_some(), "there is no {file}");
                None
            }
        }
    }
}

/// Makes the change, does something, and undoes the change.
fn changed<T>(root: &Path, file: &str, change: &Change, then: impl FnOnce() -> T) -> T {
    let path = root.join(file);
    let before = fs::read(&path).ok();
    put(&path, change.apply(file, before.as_deref()));
    let result = then();
    put(&path, before);
    result
}

fn put(path: &Path, bytes: Option<Vec<u8>>) {
    match bytes {
        Some(bytes) => fs::write(path, bytes).expect("a file in the copy"),
        None => fs::remove_file(path).expect("a file in the copy"),
    }
}

/// The row of the table, or what went wrong.
fn meet(root: &Path, fault: &Fault) -> Result<String, String> {
    let (_, faults) = changed(root, fault.file, &fault.change, || {
        check::load_and_check(root)
    });
    let reported = faults
        .0
        .iter()
        .any(|one| !one.warning && one.rule == fault.rule && one.path == Path::new(fault.reported));
    if reported {
        Ok(format!("{} | {} | {}", fault.what, fault.file, fault.rule))
    } else {
        Err(format!(
            "{} in {}: no error[{}] at {}, but\n{}",
            fault.what,
            fault.file,
            fault.rule,
            fault.reported,
            faults.render(root)
        ))
    }
}

/// A clean copy of some of the books.
fn clean(locales: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    real::copy(folder.path(), locales);
    folder
}

#[track_caller]
fn assert_clean(root: &Path) {
    let (_, faults) = check::load_and_check(root);
    assert_eq!(faults.errors(), 0, "{}", faults.render(root));
}

#[test]
fn each_single_fault_of_the_english_book_is_caught_by_its_rule_in_its_file() {
    // Without translations a check is quicker.
    caught(&["en"], &[book::FAULTS, listings::FAULTS].concat());
}

#[test]
fn each_single_fault_of_a_translation_is_caught_by_its_rule_in_its_file() {
    // A book with one translation is checked sooner than one with four.
    let (mut rest, translations) = (translations::FAULTS.to_vec(), &real::LOCALES[1..]);
    for tag in translations {
        let is_in = |fault: &Fault| fault.reported.starts_with(&format!("src/{tag}/"));
        let own: Vec<_> = rest.extract_if(.., |fault| is_in(fault)).collect();
        assert!(!own.is_empty(), "no fault in {tag}");
        caught(&["en", tag], &own);
    }
    assert!(rest.is_empty(), "a fault of no translation");
}

#[track_caller]
fn caught(locales: &[&str], all: &[Fault]) {
    let next = Mutex::new(all.iter().enumerate());
    let rows = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers.min(4) {
            scope.spawn(|| {
                let folder = clean(locales);
                assert_clean(folder.path());
                loop {
                    let one = next.lock().expect("no worker panics").next();
                    let Some((n, fault)) = one else { break };
                    let row = meet(folder.path(), fault);
                    rows.lock().expect("no worker panics").push((n, row));
                }
                // Every change was undone: no fault is the next one's too.
                assert_clean(folder.path());
            });
        }
    });
    let mut rows = rows.into_inner().expect("no worker panics");
    rows.sort_by_key(|(n, _)| *n);
    assert_eq!(rows.len(), all.len());
    println!("fault | file | caught by rule");
    let mut missed = Vec::new();
    for (_, row) in rows {
        match row {
            Ok(row) => println!("{row}"),
            Err(why) => missed.push(why),
        }
    }
    println!("{} faults", all.len());
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
