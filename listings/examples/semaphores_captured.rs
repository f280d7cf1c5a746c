//! Which mention of an owned permit moves it into the task.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

#[derive(Default)]
struct Gauge {
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

// ANCHOR: captured
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for way in ["let _", "let _permit"] {
        let semaphore = Arc::new(Semaphore::new(3));
        let gauge = Arc::new(Gauge::default());
        let mut tasks = JoinSet::new();
        for _ in 0..20 {
            let permit = semaphore.clone().acquire_owned().await.expect("open");
            let gauge = gauge.clone();
            if way == "let _" {
                tasks.spawn(async move {
                    let _ = permit;
                    gauge.work().await;
                });
            } else {
                tasks.spawn(async move {
                    let _permit = permit;
                    gauge.work().await;
                });
            }
        }
        tasks.join_all().await;
        println!("{way}: {:?}", gauge.peak);
    }
}
// ANCHOR_END: captured
