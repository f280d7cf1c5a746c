//! Twenty tasks and three permits: `let _permit` keeps to the limit, `let _` does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

#[derive(Default)]
pub(crate) struct Gauge {
    now: AtomicUsize,
    peak: AtomicUsize,
}

impl Gauge {
    async fn work(&self) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        sleep(Duration::from_millis(10)).await;
        self.now.fetch_sub(1, Ordering::Relaxed);
    }
}

// ANCHOR: two_bindings
async fn named(semaphore: &Semaphore, gauge: &Gauge) {
    let _permit = semaphore.acquire().await.expect("open"); // ①
    gauge.work().await;
}

async fn underscore(semaphore: &Semaphore, gauge: &Gauge) {
    let _ = semaphore.acquire().await.expect("open"); // ②
    gauge.work().await;
}
// ANCHOR_END: two_bindings

pub(crate) async fn peak(is_named: bool) -> usize {
    let semaphore = Arc::new(Semaphore::new(3));
    let gauge = Arc::new(Gauge::default());
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let (semaphore, gauge) = (semaphore.clone(), gauge.clone());
        tasks.spawn(async move {
            match is_named {
                true => named(&semaphore, &gauge).await,
                false => underscore(&semaphore, &gauge).await,
            }
        });
    }
    tasks.join_all().await;
    gauge.peak.load(Ordering::Relaxed)
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (named, underscore) = (peak(true).await, peak(false).await);
    println!("let _permit: at most {named} at the same time");
    println!("let _: at most {underscore} at the same time");
    assert_eq!((named, underscore), (3, 20));
}
