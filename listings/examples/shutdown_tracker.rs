//! `TaskTracker::wait` returns when the tracker is empty and closed: empty alone is not enough.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::TaskTracker;

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for close in [false, true] {
        let tracker = TaskTracker::new();
        for ms in [20, 40] {
            tracker.spawn(sleep(Duration::from_millis(ms))); // ①
        }
        if close {
            tracker.close(); // ②
        }
        let started = Instant::now();
        let result = timeout(Duration::from_secs(3600), tracker.wait()).await; // ③
        println!(
            "close: {close}: {result:?} after {:?}, tasks left: {}",
            started.elapsed(),
            tracker.len()
        );
    }
}
// ANCHOR_END: main
