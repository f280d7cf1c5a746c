//! Runs the mirror under the paused clock, and looks at when its fetches and stores begin and end.

mod exercise;

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use exercise::Site;
use listings::verdict;
use tokio::time::{Instant, sleep};

const PAGES: u32 = 7;
const STEP: Duration = Duration::from_millis(100);
const STORE: Duration = Duration::from_millis(250);

#[derive(Default)]
struct Log {
    fetching: usize,
    fetching_peak: usize,
    fetched: usize,
    fetched_before_store: Option<usize>,
    longest_fetch: Duration,
    storing: usize,
    storing_peak: usize,
    stored: Vec<String>,
}

#[derive(Default)]
struct Watched(Mutex<Log>);

impl Watched {
    fn log(&self, note: impl FnOnce(&mut Log)) {
        note(&mut self.0.lock().unwrap());
    }
}

impl Site for Watched {
    async fn fetch(&self, number: u32) -> String {
        self.log(|log| {
            log.fetching += 1;
            log.fetching_peak = log.fetching_peak.max(log.fetching);
        });
        let started = Instant::now();
        sleep(STEP).await;
        sleep(STEP).await;
        self.log(|log| {
            log.fetching -= 1;
            log.fetched += 1;
            log.longest_fetch = log.longest_fetch.max(started.elapsed());
        });
        page(number)
    }

    async fn store(&self, page: String) {
        self.log(|log| {
            log.storing += 1;
            log.storing_peak = log.storing_peak.max(log.storing);
            log.fetched_before_store.get_or_insert(log.fetched);
        });
        sleep(STORE).await;
        self.log(|log| {
            log.storing -= 1;
            log.stored.push(page);
        });
    }
}

fn page(number: u32) -> String {
    format!("page {number}")
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let site = Arc::new(Watched::default());
    exercise::mirror(site.clone(), (1..=PAGES).collect()).await;

    let mut log = site.0.lock().unwrap();
    log.stored.sort();
    if log.stored != Vec::from_iter((1..=PAGES).map(page)) {
        verdict::fail("missing")
    }
    if log.storing_peak > 1 {
        verdict::fail("stores-overlap")
    }
    if log.fetching_peak > 3 {
        verdict::fail("too-many")
    }
    if log.fetching_peak < 3 {
        verdict::fail("too-few")
    }
    if log.longest_fetch > 2 * STEP {
        verdict::fail("stalled")
    }
    if log.fetched_before_store == Some(PAGES as usize) {
        verdict::fail("all-first")
    }
    verdict::pass()
}
