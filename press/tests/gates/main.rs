//! Each gate stops its one fault, names its place, and stops nothing else.

#[path = "../support/mod.rs"]
mod support;

mod code;
mod elements;
mod layout;
mod text;
mod translations;

use support::Book;

#[test]
fn the_clean_book_has_no_fault() {
    Book::new().has(&[]);
    Book::english().has(&[]);
}

#[test]
fn the_clean_book_comes_through_the_real_pipeline() {
    let book = Book::new();
    let (project, _) = press::check::load_and_check(book.root());
    let project = project.expect("a project");
    for locale in &project.locales {
        let chapters = press::book::included(&project, locale).expect("expands");
        assert_eq!(chapters.len(), 2);
        for chapter in chapters {
            let left = press::markdown::directives(&chapter.markdown);
            assert!(left.iter().all(|one| one.name == "trace"), "{left:?}");
        }
    }
}

#[test]
fn all_faults_come_at_once() {
    let book = Book::new();
    book.replace(
        "src/en/beta.md",
        "{{#fact beta.polls}}",
        "{{#fact beta.pols}}",
    );
    book.replace("src/ru/alpha.md", "alpha_panics.rs", "alpha_panic.rs");
    book.replace("src/ru/locale.toml", "copy = ", "coppy = ");
    book.has(&[
        ("listings/facts.toml", "polls =", "unused-fact"),
        ("src/en/beta.md", "beta.pols", "unknown-fact"),
        ("src/ru/alpha.md", "alpha_panic.rs", "missing-file"),
        ("src/ru/alpha.md", "```rust,should_panic", "fence-parity"),
        ("src/ru/beta.md", "<!-- from", "fact-parity"),
        ("src/ru/locale.toml", "coppy", "extra-string"),
        ("src/ru/locale.toml", "[ui]", "missing-string"),
    ]);
}
