//! Twenty tasks and three permits on several threads, in real time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

const WORK: Duration = Duration::from_millis(10);

// ANCHOR: limited
async fn limited(permits: usize) -> (usize, Duration) {
    let started = Instant::now();
    let semaphore = Arc::new(Semaphore::new(permits));
    let now = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let (semaphore, now) = (semaphore.clone(), now.clone());
        tasks.spawn(async move {
            let _permit = semaphore.acquire().await.expect("open");
            let at_work = now.fetch_add(1, Ordering::Relaxed) + 1;
            sleep(WORK).await;
            now.fetch_sub(1, Ordering::Relaxed);
            at_work
        });
    }
    let peak = tasks.join_all().await.into_iter().max();
    (peak.unwrap_or(0), started.elapsed())
}

#[tokio::main(worker_threads = 4)]
async fn main() {
    for permits in [20, 3, 1] {
        let (peak, took) = limited(permits).await;
        let rounds = 20_usize.div_ceil(permits) as u32; // ①
        assert!(peak <= permits); // ②
        assert!(took >= WORK * rounds); // ③
        println!("permits: {permits}, at least {:?}", WORK * rounds);
    }
}
// ANCHOR_END: limited
