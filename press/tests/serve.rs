//! What a writer sees in the browser after a save, over a copy of the book.
//!
//! Nothing here sleeps: the server tells when pages have changed.

#![allow(clippy::unwrap_used, reason = "a panic is a test's message")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tempfile::TempDir;

#[path = "support/real.rs"]
#[allow(dead_code)]
mod real;

/// Far more than a build takes, on whatever machine.
const LIMIT: Duration = Duration::from_secs(120);

/// A copy of the English and the Russian book, and a server over it.
struct Served {
    folder: TempDir,
    server: Child,
    address: String,
    said: Receiver<String>,
    /// Kept so that the server can go on printing.
    _started: Receiver<String>,
}

impl Served {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        real::copy(folder.path(), &["en", "ru"]);
        let mut server = Command::new(env!("CARGO_BIN_EXE_press"))
            .current_dir(folder.path())
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let started = lines(server.stdout.take().unwrap());
        let said = lines(server.stderr.take().unwrap());
        let address = wait(&started, |line| {
            let (_, rest) = line.split_once("http://")?;
            rest.split('/').next().map(str::to_owned)
        });
        // Watched from here on: the first event comes from a save.
        let served = Self {
            folder,
            server,
            address,
            said,
            _started: started,
        };
        served.get("/");
        served
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn append(&self, name: &str, text: &str) {
        let old = fs::read_to_string(self.path(name)).unwrap();
        fs::write(self.path(name), format!("{old}\n{text}\n")).unwrap();
    }

    fn ask(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let mut answer = Vec::new();
        self.ask(path).read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        body.to_owned()
    }

    /// The pages that change from here on, an event at a time.
    fn events(&self) -> Receiver<String> {
        let mut reader = BufReader::new(self.ask("/-/events"));
        let mut status = String::new();
        reader.read_line(&mut status).unwrap();
        assert!(status.starts_with("HTTP/1.1 200"), "{status}");
        lines(reader)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

fn wait<T>(lines: &Receiver<String>, wanted: impl Fn(&str) -> Option<T>) -> T {
    loop {
        let line = lines.recv_timeout(LIMIT).expect("it is said in time");
        if let Some(found) = wanted(&line) {
            return found;
        }
    }
}

/// The pages that the next event names.
fn changed(events: &Receiver<String>) -> Vec<String> {
    wait(events, |line| {
        let pages = line.strip_prefix("data: ")?;
        Some(pages.split(' ').map(str::to_owned).collect())
    })
}

#[test]
fn a_saved_chapter_is_shown_at_once_and_the_rest_follows() {
    let served = Served::new();
    let events = served.events();
    let index = served.get("/pagefind/pagefind-entry.json");
    let stale = served.get("/ru/poll.html");

    served.append("src/en/poll.md", "The first zebra.");
    assert_eq!(changed(&events), ["/en/poll.html"]);
    assert!(served.get("/en/poll.html").contains("The first zebra."));
    // The whole build has hardly begun, and must not bring back what it read.
    served.append("src/en/poll.md", "The second zebra.");
    let mut early = Vec::new();
    let page = loop {
        let pages = changed(&events);
        let page = served.get("/en/poll.html");
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
    assert_eq!(served.get("/en/poll.html"), page);
    assert!(served.get("/en/print.html").contains("The second zebra."));
    assert_ne!(served.get("/ru/poll.html"), stale, "it has a notice now");
    assert_ne!(served.get("/pagefind/pagefind-entry.json"), index);
}

#[test]
fn a_fault_is_said_at_once_and_the_last_good_page_stays() {
    let served = Served::new();
    let events = served.events();
    let page = served.get("/ru/poll.html");
    let good = fs::read_to_string(served.path("src/ru/poll.md")).unwrap();

    let fault = "{{#include ../../listings/output/nowhere.txt}}";
    served.append("src/ru/poll.md", fault);
    wait(&served.said, |line| {
        (line.contains("src/ru/poll.md") && line.contains("missing-file")).then_some(())
    });
    assert_eq!(served.get("/ru/poll.html"), page);

    fs::write(
        served.path("src/ru/poll.md"),
        format!("{good}\nПервая зебра.\n"),
    )
    .unwrap();
    assert_eq!(changed(&events), ["/ru/poll.html"]);
    assert!(served.get("/ru/poll.html").contains("Первая зебра."));
}
