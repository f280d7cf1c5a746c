//! Each gate stops its one fault, names its place, and stops nothing else.

#[path = "../support/mod.rs"]
mod support;

mod code;
mod elements;
mod generated;
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
    book.write("listings/Cargo.toml", "[dependencies]\n");
    let (project, _) = press::check::load_and_check(book.root());
    let project = project.expect("a project");
    for locale in &project.locales {
        let chapters = press::book::included(&project, locale).expect("expands");
        assert_eq!(chapters.len(), 2);
        for chapter in chapters {
            let left = press::markdown::directives(&chapter.markdown);
            assert!(left.iter().all(|one| one.name == "trace"), "{left:?}");
        }
        let programs = press::book::for_rustdoc(&project, locale).expect("expands");
        // The output inside an option has two lines, and both stay inside.
        let option = "- [twice]\n\n  ```text\n  2 polls of 1 future\n  done\n  ```\n";
        assert!(
            programs[1].markdown.contains(option),
            "{}",
            programs[1].markdown
        );
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
        ("src/ru/locale.toml", "coppy", "extra-string"),
        ("src/ru/locale.toml", "[ui]", "missing-string"),
    ]);
}
