//! From the write of a chapter until its page holds the new sentence.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::copy::Copy;
use crate::server::{Server, wait_for};
use crate::stock::Stock;
use crate::{RUNS, middle};

/// More than mdBook's pause between two looks and any build.
const LIMIT: Duration = Duration::from_secs(60);

/// Under `press serve`: until the page is there, and until the whole site is.
pub fn press(copy: &Copy) -> (Duration, Duration) {
    let server = Server::start(copy);
    let events = server.events();
    let (mut page, mut site) = (Vec::new(), Vec::new());
    for n in 0..RUNS {
        let sentence = format!("The press shows sentence {n}.");
        let start = Instant::now();
        copy.append("src/en/poll.md", format!("\n{sentence}\n").as_bytes());
        loop {
            wait_for(&events, "event: built");
            if server.page("/en/poll.html").contains(&sentence) {
                break;
            }
        }
        page.push(start.elapsed());
        // The page of the whole book comes with the whole site.
        while !wait_for(&events, "data: ").contains("/en/print.html") {}
        site.push(start.elapsed());
    }
    (middle(page), middle(site))
}

/// Under `mdbook watch`.
pub fn stock(stock: &Stock, book: &TempDir) -> Duration {
    let mut command = stock.command("watch", book.path());
    command.env("RUST_LOG", "info");
    let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
    let watches = lines.any(|line| line.unwrap().contains("Watching for changes"));
    assert!(watches, "{} does not watch", stock.version());
    std::thread::spawn(move || lines.for_each(drop));

    let page = book.path().join("book/poll.html");
    let mut chapter = OpenOptions::new();
    let chapter = chapter.append(true).open(book.path().join("src/poll.md"));
    let mut chapter = chapter.unwrap();
    let mut times = Vec::new();
    for n in 0..RUNS {
        // At each of five places between two of its looks.
        sleep(Duration::from_secs(1) * (n + 1) / RUNS);
        let sentence = format!("The stock shows sentence {n}.");
        let start = Instant::now();
        write!(chapter, "\n{sentence}\n").unwrap();
        while !fs::read_to_string(&page).is_ok_and(|html| html.contains(&sentence)) {
            assert!(start.elapsed() < LIMIT, "{sentence:?} never comes");
            sleep(Duration::from_millis(5));
        }
        times.push(start.elapsed());
    }
    process.kill().unwrap();
    process.wait().unwrap();
    middle(times)
}
