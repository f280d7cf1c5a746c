//! Glossary, circumstances of the records, sources: the files behind them.

use crate::support::Book;

const CHAPTER: &str = "src/en/alpha.md";
const RECORDED: &str = "listings/recorded.toml";
const TITLES: &str = "listings/sources.toml";

/// The English book with a directive at the end of its first chapter.
fn book(directive: &str) -> Book {
    let book = Book::english();
    book.append(CHAPTER, &format!("\n{{{{#{directive}}}}}\n"));
    book
}

fn recorded(book: &Book, compiler: &str, times: &str) {
    book.write("rust-toolchain.toml", "[toolchain]\nchannel = \"1.95.0\"\n");
    let text = format!(
        "compiler = \"{compiler}\"\ntarget = \"x\"\ndate = \"2026-11-30\"\nruns = 10\n{times}"
    );
    book.write(RECORDED, &text);
}

#[test]
fn term_and_meaning_come_in_pairs() {
    let book = book("glossary");
    book.has(&[("src/en/locale.toml", "", "half-term")]);
    let words = "\n[terms]\ncopy = \"copy\"\nhang = \"hang\"\n\n[meanings]\nhang = \"It waits.\"\n";
    book.append("src/en/locale.toml", words);
    let text = book.read("src/en/locale.toml");
    assert!(
        text.find("\ncopy = ") < text.find("[terms]"),
        "a key of [ui] too"
    );
    book.has(&[("src/en/locale.toml", "copy = \"copy\"", "half-term")]);
    book.replace("src/en/locale.toml", "copy = \"copy\"\n", "");
    book.has(&[]);
}

#[test]
fn term_that_a_language_lacks() {
    let book = Book::new();
    let table = |term| format!("\n[terms]\n{term} = \"a\"\n\n[meanings]\nhang = \"b\"\n");
    book.append("src/en/locale.toml", &table("hang"));
    book.append("src/ru/locale.toml", &table("hung"));
    book.has(&[
        ("src/ru/locale.toml", "hung", "extra-string"),
        ("src/ru/locale.toml", "[terms]", "missing-string"),
    ]);
}

#[test]
fn records_say_under_what_they_were_made() {
    let book = book("measurements");
    book.has(&[(RECORDED, "", "missing-recorded")]);
    recorded(&book, "rustc 1.95.0 (0 2026)", "");
    book.has(&[]);
    book.write(RECORDED, "compiler = 1\n");
    book.has(&[(RECORDED, "compiler", "malformed-recorded")]);
}

#[test]
fn records_of_another_compiler() {
    let book = book("measurements");
    recorded(&book, "rustc 1.94.0 (0 2026)", "");
    book.has(&[(RECORDED, "", "stale-recorded")]);
}

#[test]
fn times_are_those_of_the_outputs() {
    let book = book("measurements");
    let times = "[[times]]\nprogram = \"beta_count\"\nline = \"after …\"\nmin = \"1.5ms\"\nmax = \"2.5ms\"\n";
    recorded(&book, "rustc 1.95.0 (0 2026)", times);
    book.has(&[(RECORDED, "", "stale-recorded")]);
    book.append("listings/output/beta_count.txt", "after 1.7ms\n");
    let faults = book.faults();
    assert!(
        faults.0.iter().all(|fault| fault.rule != "stale-recorded"),
        "{faults:?}"
    );
}

#[test]
fn the_list_of_changes_begins_with_the_version_of_cargo() {
    let book = book("changelog");
    let fault = ("CHANGELOG.md", "", "stale-changelog");
    book.write("Cargo.toml", "[workspace.package]\nversion = \"0.2.0\"\n");
    book.has(&[fault]);
    book.write("CHANGELOG.md", "# Changelog\n\n## 0.1.0\n\n- A.\n");
    book.has(&[fault]);
    book.write("CHANGELOG.md", "# Changelog\n\n## 0.2.0 (soon)\n\n- B.\n");
    book.has(&[]);
}

#[test]
fn page_of_another_site_has_a_title() {
    let book = book("sources");
    // The links of the list's own page are no sources.
    book.has(&[]);
    book.append("src/en/beta.md", "\n[Go](https://go.dev/doc/faq#a), [Rust](https://doc.rust-lang.org/1.95.0/std/pin/index.html)\n");
    book.has(&[("src/en/beta.md", "https://go.dev", "untitled-source")]);
    book.write(TITLES, "\"https://go.dev/doc/faq\" = \"FAQ\"\n");
    book.has(&[]);
    book.append(TITLES, "\"https://go.dev/ref\" = \"Reference\"\n");
    book.has(&[(TITLES, "https://go.dev/ref", "unused-source")]);
    book.write(TITLES, "\"https://go.dev\" = 1\n");
    book.has(&[(TITLES, "1", "malformed-sources")]);
}

#[test]
fn directives_stand_in_every_language() {
    let book = Book::new();
    book.append(
        "src/en/locale.toml",
        "\n[terms]\na = \"a\"\n[meanings]\na = \"b\"\n",
    );
    book.append(
        "src/ru/locale.toml",
        "\n[terms]\na = \"a\"\n[meanings]\na = \"b\"\n",
    );
    book.append(CHAPTER, "\n{{#glossary}}\n");
    let faults = book.faults();
    let rules: Vec<_> = faults.0.iter().map(|fault| fault.rule).collect();
    assert_eq!(rules, ["directive-parity"]);
    book.append("src/ru/alpha.md", "\n{{#glossary}}\n");
    book.has(&[]);
}
