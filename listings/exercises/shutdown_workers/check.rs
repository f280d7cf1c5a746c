//! Stops workers of several kinds under the paused clock, and judges who was left and when.

mod exercise;

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use exercise::Workers;
use listings::verdict;
use tokio::time::{Instant, sleep, timeout};

const GRACE: Duration = Duration::from_millis(100);

/// Counts the workers that are there.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count.clone())
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops the workers and says how many were aborted and how long it took.
async fn stop(workers: Workers) -> (usize, Duration) {
    sleep(Duration::from_millis(1)).await;
    let started = Instant::now();
    match timeout(Duration::from_secs(3600), workers.stop(GRACE)).await {
        Ok(aborted) => (aborted, started.elapsed()),
        Err(_) => verdict::fail("never-returns"),
    }
}

/// A worker that looks, and needs `cleanup` after it was asked.
fn polite(workers: &mut Workers, cleanup: u64, alive: &Arc<AtomicUsize>) -> Arc<AtomicUsize> {
    let cleaned = Arc::new(AtomicUsize::new(0));
    let (count, alive) = (cleaned.clone(), Alive::new(alive));
    workers.start(|token| async move {
        let _alive = alive;
        token.cancelled().await;
        sleep(Duration::from_millis(cleanup)).await;
        count.fetch_add(1, Ordering::Relaxed);
    });
    cleaned
}

/// A worker that never looks.
fn deaf(workers: &mut Workers, alive: &Arc<AtomicUsize>) {
    let alive = Alive::new(alive);
    workers.start(|_token| async move {
        let _alive = alive;
        pending().await
    });
}

async fn all_polite() {
    let (mut workers, alive) = (Workers::default(), Arc::default());
    let cleaned = [10, 80].map(|cleanup| polite(&mut workers, cleanup, &alive));
    let (aborted, took) = stop(workers).await;
    match cleaned.map(|count| count.load(Ordering::Relaxed)) {
        [0, 0] => verdict::fail("not-asked"),
        [1, 1] => {}
        _ => verdict::fail("cut-short"),
    }
    if took >= GRACE {
        verdict::fail("whole-grace")
    }
    if aborted != 0 {
        verdict::fail("wrong-count")
    }
}

async fn some_deaf() {
    let (mut workers, alive) = (Workers::default(), Arc::default());
    let cleaned = polite(&mut workers, 10, &alive);
    deaf(&mut workers, &alive);
    deaf(&mut workers, &alive);
    let (aborted, took) = stop(workers).await;
    if alive.load(Ordering::Relaxed) > 0 {
        verdict::fail("left-running")
    }
    if cleaned.load(Ordering::Relaxed) == 0 || took < GRACE {
        verdict::fail("cut-short")
    }
    if aborted != 2 {
        verdict::fail("wrong-count")
    }
}

/// One worker stops itself through its own token; the other hasn't been asked.
async fn one_stops_itself() {
    let (mut workers, alive) = (Workers::default(), Arc::default());
    workers.start(|token| async move { token.cancel() });
    polite(&mut workers, 0, &alive);
    sleep(Duration::from_millis(10)).await;
    if alive.load(Ordering::Relaxed) == 0 {
        verdict::fail("all-asked")
    }
    stop(workers).await;
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    all_polite().await;
    some_deaf().await;
    one_stops_itself().await;
    verdict::pass()
}
