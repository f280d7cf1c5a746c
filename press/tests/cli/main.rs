//! The command line over a copy of the book: what readers, translators and
//! hosts meet when something is wrong.

#![allow(clippy::unwrap_used, reason = "a panic is a test's message")]

#[path = "../support/copy.rs"]
mod copy;
#[path = "../support/server.rs"]
mod server;

mod interface;
mod locales;
mod mishaps;
mod serving;

use std::fs;
use std::process::Command;

use copy::{Copy, left_over, real};

#[test]
fn a_site_that_knows_its_address_says_so_to_search_engines() {
    let copy = Copy::small();
    let output = copy.press(&["build", "--base-url", "https://a.org/book"]);
    assert!(output.status.success(), "{output:?}");
    let read = |name: &str| fs::read_to_string(copy.path("book").join(name)).unwrap();
    let chapter = "https://a.org/book/ru/beta.html";
    let page = read("ru/beta.html");
    assert!(page.contains(&format!("<link rel=\"canonical\" href=\"{chapter}\">")));
    assert!(page.contains("hreflang=\"en\" href=\"https://a.org/book/en/beta.html\""));
    assert!(read("sitemap.xml").contains(&format!("<loc>{chapter}</loc>")));
    // Hosts look for robots.txt at their root only.
    assert!(!copy.path("book/robots.txt").exists());
    let missing = read("404.html");
    for locale in ["en", "ru"] {
        assert!(
            missing.contains(&format!("href=\"/book/{locale}/")),
            "{locale}"
        );
    }

    assert!(copy.press(&["build"]).status.success());
    assert!(!copy.path("book/sitemap.xml").exists());
    let page = read("ru/beta.html");
    assert!(!page.contains("rel=\"canonical\""));
    assert!(page.contains("hreflang=\"en\" href=\"../en/beta.html\""));
    let output = copy.press(&["build", "--base-url", "a.org"]);
    assert!(!output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("https://example.org/book/"), "{message}");
}

#[test]
fn a_fault_leaves_the_last_good_site() {
    let copy = Copy::small();
    assert!(copy.press(&["build"]).status.success());
    let before = fs::read(copy.path("book/en/beta.html")).unwrap();
    copy.append(
        "src/en/beta.md",
        b"\n{{#include ../../listings/output/nowhere.txt}}\n",
    );
    let message = copy.refused(&["build"]);
    assert!(message.contains("src/en/beta.md:"), "{message}");
    assert!(message.contains("error[missing-file]"), "{message}");
    assert_eq!(fs::read(copy.path("book/en/beta.html")).unwrap(), before);
    assert!(copy.left_over().is_empty());
}

#[test]
fn a_malformed_configuration_is_one_message_with_its_line() {
    let copy = Copy::small();
    copy.append("book.toml", b"\n[output.html\n");
    let message = copy.refused(&["build"]);
    assert!(message.starts_with("book.toml:"), "{message}");
    assert!(message.contains("1 errors"), "{message}");
    assert!(!copy.path("book").exists());
}

#[test]
fn malformed_strings_are_named_by_file_and_line() {
    let copy = Copy::small();
    let lines = fs::read_to_string(copy.path("src/ru/locale.toml"))
        .unwrap()
        .lines()
        .count();
    copy.append("src/ru/locale.toml", b"\nskip = \"open\n");
    let message = copy.refused(&["check"]);
    let place = format!(
        "src/ru/locale.toml:{}: error[malformed-locale-toml]",
        lines + 2
    );
    assert!(message.contains(&place), "{message}");
}

#[test]
fn a_locale_folder_needs_its_strings() {
    let copy = Copy::small();
    fs::create_dir(copy.path("src/fr")).unwrap();
    let message = copy.refused(&["build"]);
    assert!(message.contains("src/fr/locale.toml"), "{message}");
    assert!(message.contains("locale add fr"), "{message}");
}

#[test]
fn a_chapter_that_is_not_utf8_is_named() {
    let copy = Copy::small();
    copy.append("src/ru/beta.md", b"\n\xff\xfe\n");
    let message = copy.refused(&["build"]);
    assert!(message.contains("src/ru/beta.md:"), "{message}");
    assert!(message.contains("error[invalid-utf8]"), "{message}");
}

#[test]
fn a_file_in_the_place_of_the_site_is_kept() {
    let copy = Copy::small();
    fs::write(copy.path("book"), "mine").unwrap();
    let message = copy.refused(&["build"]);
    assert!(message.contains("is a file"), "{message}");
    assert_eq!(fs::read_to_string(copy.path("book")).unwrap(), "mine");
}

#[test]
fn a_folder_of_somebody_else_is_kept() {
    let copy = Copy::small();
    fs::create_dir(copy.path("theirs")).unwrap();
    fs::write(copy.path("theirs/letter.txt"), "dear").unwrap();
    let message = copy.refused(&["build", "--out", "theirs"]);
    assert!(message.contains("something else"), "{message}");
    assert!(copy.path("theirs/letter.txt").is_file());
}

#[test]
fn outside_the_project_the_message_says_where_to_go() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_press"))
        .current_dir(folder.path())
        .arg("check")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("no book.toml here or above"), "{message}");
}
