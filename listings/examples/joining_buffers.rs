//! Two places for three fetches: a buffer that keeps the order, and one that doesn't.

use std::time::Duration;

use futures::stream::{self, StreamExt};
use tokio::time::{Instant, sleep};

async fn fetch(ms: u64) -> u64 {
    sleep(Duration::from_millis(ms)).await;
    ms
}

// ANCHOR: buffers
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let fetches = || stream::iter([300, 100, 250]).map(fetch);

    let started = Instant::now();
    let pages: Vec<u64> = fetches().buffered(2).collect().await;
    println!("buffered: {pages:?} in {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(550));

    let started = Instant::now();
    let pages: Vec<u64> = fetches().buffer_unordered(2).collect().await;
    println!("buffer_unordered: {pages:?} in {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(350));
}
// ANCHOR_END: buffers
