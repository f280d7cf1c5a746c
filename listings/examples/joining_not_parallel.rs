//! Two jobs that compute: joined they share a thread, spawned they run at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

// ANCHOR: job
#[derive(Default)]
struct Inside {
    now: AtomicUsize,
    peak: AtomicUsize,
}

async fn job(inside: Arc<Inside>, limit: Duration) -> ThreadId {
    let now = inside.now.fetch_add(1, Ordering::SeqCst) + 1;
    inside.peak.fetch_max(now, Ordering::SeqCst);
    let started = Instant::now();
    while inside.peak.load(Ordering::SeqCst) < 2 && started.elapsed() < limit {
        thread::yield_now(); // ①
    }
    inside.now.fetch_sub(1, Ordering::SeqCst);
    thread::current().id()
}
// ANCHOR_END: job

const LIMIT: Duration = Duration::from_millis(100);

// ANCHOR: main
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let inside = Arc::new(Inside::default());
    let jobs = || job(inside.clone(), LIMIT);
    let threads: (ThreadId, ThreadId) = tokio::join!(jobs(), jobs()); // ②
    report("joined", 1, &inside, threads);

    let inside = Arc::new(Inside::default());
    let jobs = || tokio::spawn(job(inside.clone(), 10 * LIMIT)); // ③
    let threads = tokio::try_join!(jobs(), jobs()).expect("no job panics");
    report("spawned", 2, &inside, threads);
}

fn report(name: &str, expected: usize, inside: &Inside, (a, b): (ThreadId, ThreadId)) {
    let peak = inside.peak.load(Ordering::SeqCst);
    let threads = if a == b { 1 } else { 2 };
    println!("{name}: at most {peak} inside, threads: {threads}");
    assert_eq!((peak, threads), (expected, expected));
}
// ANCHOR_END: main
