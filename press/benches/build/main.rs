//! The press beside the stock mdBook over the same text: how long a build takes,
//! and how long it takes until a saved sentence can be read. It prints and
//! asserts nothing.

#![allow(clippy::unwrap_used, reason = "a panic is the bench's message")]

use std::fs;
use std::time::{Duration, Instant};

use copy::Copy;
use press::locale::Locale;
use press::log;
use press::project::Project;
use press::site::Site;
use stock::Stock;

mod refresh;
mod stock;

#[path = "../../tests/support/copy.rs"]
mod copy;
#[path = "../../tests/support/server.rs"]
mod server;

/// How often each thing is measured; the median is printed.
const RUNS: u32 = 5;

const NOTES: &str = "
Medians. The press is built as for release.
pages      every page of the language, from its sources: `mdbook build` without its search index
           does the same chapters with their includes expanded, and leaves to the browser
           what the press has done by then: highlighting, questions, traces, diagrams' frames.
all        the same for all languages, one after another.
site       `press build`, two or more languages at a time: besides all pages the gates, Pagefind's
           index, the worker; beside one `mdbook build` per language with its index (elasticlunr).
edit       from the write of an English chapter until its page holds the new sentence: under
           `press serve`, told by the event that browsers wait for; under `mdbook watch`, which
           `mdbook serve` is with a server. That one looks for changes once a second and builds
           its whole book, which has one language and no gates.
edit, all  until the press has done the rest: every page of every language, gates and index.
";

fn main() {
    log::install();
    let copy = Copy::whole();
    let project = Project::load(&copy.root);
    let project = project.unwrap_or_else(|faults| panic!("{}", faults.render(&copy.root)));
    let stock = Stock::find();
    match &stock {
        Some(stock) => println!("beside {}", stock.version()),
        None => println!(
            "no stock mdbook on PATH or in MDBOOK: `cargo install mdbook --version 0.5.4 --locked`"
        ),
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{} chapters, {cores} cores\n", project.entries.len());
    println!("{:<16}{:>10}{:>10}{:>8}", "", "press", "mdbook", "ratio");

    let mut all = (Duration::ZERO, Some(Duration::ZERO));
    for locale in &project.locales {
        let own = median(|| pages(&project, locale));
        let other = stock.as_ref().map(|stock| {
            let book = stock.book(&project, locale);
            median(|| stock.build(&book, false))
        });
        row(&format!("pages of {}", locale.tag), own, other);
        all = (all.0 + own, all.1.zip(other).map(|(sum, one)| sum + one));
    }
    row("pages of all", all.0, all.1);

    let own = median(|| {
        let start = Instant::now();
        copy.does(&["build"]);
        start.elapsed()
    });
    let other = stock.as_ref().map(|stock| {
        let books = project.locales.iter();
        let books: Vec<_> = books.map(|locale| stock.book(&project, locale)).collect();
        median(|| books.iter().map(|book| stock.build(book, true)).sum())
    });
    row("site", own, other);

    let (page, site) = refresh::press(&copy);
    let other = stock.as_ref().map(|stock| {
        let english = &project.locales[0];
        refresh::stock(stock, &stock.book(&project, english))
    });
    row("edit", page, other);
    row("edit, all", site, None);
    print!("{NOTES}");
}

/// Writes all pages of a language, in this process and without the gates.
fn pages(project: &Project, locale: &Locale) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let pages = Site::default().write_pages(project, locale, None, folder.path());
    let took = start.elapsed();
    assert!(pages.unwrap().len() > project.entries.len());
    assert!(fs::exists(folder.path().join("print.html")).unwrap());
    took
}

fn median(mut measure: impl FnMut() -> Duration) -> Duration {
    middle((0..RUNS).map(|_| measure()).collect())
}

/// The median.
fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn row(name: &str, own: Duration, other: Option<Duration>) {
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    let ratio = other.map(|other| format!("{:.2}", own.as_secs_f64() / other.as_secs_f64()));
    println!(
        "{name:<16}{:>10}{:>10}{:>8}",
        seconds(own),
        other.map(seconds).unwrap_or_default(),
        ratio.unwrap_or_default()
    );
}
