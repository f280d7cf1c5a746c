//! The site on this machine: what a browser gets while somebody writes.

use std::fs;
use std::net::TcpListener;

use crate::Copy;
use crate::server::{Server, wait_for};

#[test]
fn the_served_site_reloads_and_keeps_nothing_for_offline() {
    let copy = Copy::small();
    let server = Server::start(&copy);
    let page = server.get("/ru/beta.html");
    let missing = server.get("/ru/nowhere.html");
    assert!(page.contains("/-/reload.js"), "{page}");
    assert!(!page.contains("poll-worker"));
    assert!(missing.starts_with("HTTP/1.1 404"), "{missing}");
    assert!(missing.contains("href=\"/en/"), "{missing}");
}

#[test]
fn a_fault_while_writing_keeps_the_old_page_until_it_is_mended() {
    let copy = Copy::small();
    let server = Server::start(&copy);
    let before = server.page("/en/beta.html");
    let source = copy.text("src/en/beta.md");
    let events = server.events();

    let broken = format!("{source}\n```rust\n{{{{#rustdoc_include nowhere.rs}}}}\n");
    fs::write(copy.path("src/en/beta.md"), broken).unwrap();
    let place = server.says("error[unclosed-fence]");
    assert!(place.starts_with("src/en/beta.md:"), "{place}");
    assert_eq!(server.page("/en/beta.html"), before);

    let mended = format!("{source}\nA sentence that was not there before.\n");
    fs::write(copy.path("src/en/beta.md"), mended).unwrap();
    // The browser is told to load the page again, and only now.
    wait_for(&events, "event: built");
    let after = server.page("/en/beta.html");
    assert!(after.contains("A sentence that was not there before."));
    assert!(!before.contains("A sentence that was not there before."));
}

#[test]
fn a_port_in_use_is_one_sentence() {
    let copy = Copy::small();
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let message = copy.refused(&["serve", "--port", &port]);
    assert!(
        message.starts_with(&format!("port {port} is taken")),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}
