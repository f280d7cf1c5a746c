//! Every program of every locale through mdBook's own test: rustdoc, edition
//! 2024. Programs that locales share run once.

use std::path::Path;

use press::book_test::{self, Reuse};
use press::project::Project;

#[test]
fn every_chapter_passes_rustdoc() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let project = Project::load(&root).expect("the project loads");
    let failures = book_test::test(&project, None, None, Reuse::Passed, &mut |line| {
        println!("{line}")
    })
    .expect("rustdoc runs");
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn a_chapter_that_fails_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let chapter = book_test::Chapter {
        locale: "en".to_owned(),
        slug: "probe".to_owned(),
        markdown: "```rust\nfn main() { assert_eq!(1, 2); }\n```\n".to_owned(),
    };
    let failures =
        book_test::run(&root, &[chapter], Reuse::Passed, &mut |_| {}).expect("rustdoc runs");
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].slug, "probe");
}
