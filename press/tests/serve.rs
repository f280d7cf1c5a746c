//! What a writer sees in the browser after a save, over a copy of the book.

#![allow(clippy::unwrap_used, reason = "a panic is a test's message")]

use std::fs;
use std::sync::mpsc::Receiver;

use copy::Copy;
use server::{Server, wait_for};

#[path = "support/copy.rs"]
mod copy;
#[path = "support/server.rs"]
mod server;

/// The pages that the next event names.
fn changed(events: &Receiver<String>) -> Vec<String> {
    let line = wait_for(events, "data: ");
    let pages = line.trim_start_matches("data: ").split(' ');
    pages.map(str::to_owned).collect()
}

#[test]
fn a_saved_chapter_is_shown_at_once_and_the_rest_follows() {
    let copy = Copy::real(&["en", "ru"]);
    let server = Server::start(&copy);
    let events = server.events();
    let index = server.page("/en/pagefind/pagefind-entry.json");
    let stale = server.page("/ru/poll.html");

    copy.append("src/en/poll.md", b"\nThe first zebra.\n");
    assert_eq!(changed(&events), ["/en/poll.html"]);
    assert!(server.page("/en/poll.html").contains("The first zebra."));
    // The whole build has hardly begun, and must not bring back what it read.
    copy.append("src/en/poll.md", b"\nThe second zebra.\n");
    let mut early = Vec::new();
    let page = loop {
        let pages = changed(&events);
        let page = server.page("/en/poll.html");
        assert!(page.contains("The first zebra."));
        if pages == ["/en/poll.html"] && page.contains("The second zebra.") {
            break page;
        }
        early.push(pages);
        assert!(early.len() < 3, "{early:?}");
    };

    let pages = changed(&events);
    assert!(!pages.iter().any(|page| page == "/en/poll.html"));
    early.push(pages);
    for follows in ["/en/print.html", "/ru/poll.html"] {
        assert!(early.iter().flatten().any(|page| page == follows));
    }
    assert_eq!(server.page("/en/poll.html"), page);
    assert!(server.page("/en/print.html").contains("The second zebra."));
    assert_ne!(server.page("/ru/poll.html"), stale, "it has a notice now");
    assert_ne!(server.page("/en/pagefind/pagefind-entry.json"), index);
}

#[test]
fn a_fault_is_said_at_once_and_the_last_good_page_stays() {
    let copy = Copy::small();
    let server = Server::start(&copy);
    let events = server.events();
    let page = server.page("/ru/beta.html");
    let good = copy.text("src/ru/beta.md");

    let fault = b"\n{{#include ../../listings/output/nowhere.txt}}\n";
    copy.append("src/ru/beta.md", fault);
    let place = server.says("missing-file");
    assert!(place.contains("src/ru/beta.md"), "{place}");
    assert_eq!(server.page("/ru/beta.html"), page);

    fs::write(
        copy.path("src/ru/beta.md"),
        format!("{good}\nПервая зебра.\n"),
    )
    .unwrap();
    assert_eq!(changed(&events), ["/ru/beta.html"]);
    assert!(server.page("/ru/beta.html").contains("Первая зебра."));
}
