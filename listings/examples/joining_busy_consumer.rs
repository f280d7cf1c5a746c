//! Buffered futures stand still while their consumer is busy; spawned ones go on.

use std::time::Duration;

use futures::stream::{self, StreamExt};
use tokio::time::{Instant, sleep};

// ANCHOR: fetch
async fn fetch(number: u32, start: Instant) -> String {
    let asked = ms(start);
    sleep(Duration::from_millis(100)).await;
    let connected = ms(start);
    sleep(Duration::from_millis(100)).await;
    let read = ms(start);
    format!("page {number}: asked {asked}, connected {connected}, read {read}")
}

async fn store(page: String, start: Instant) {
    sleep(Duration::from_millis(300)).await;
    println!("  {page}, stored {}", ms(start));
}
// ANCHOR_END: fetch

// ANCHOR: buffered
async fn buffered(start: Instant) {
    let mut pages = stream::iter(1..=4)
        .map(|number| fetch(number, start))
        .buffer_unordered(2); // ①
    while let Some(page) = pages.next().await {
        store(page, start).await; // ②
    }
}
// ANCHOR_END: buffered

// ANCHOR: spawned
async fn spawned(start: Instant) {
    let mut pages = stream::iter(1..=4)
        .map(|number| tokio::spawn(fetch(number, start))) // ③
        .buffer_unordered(2);
    while let Some(page) = pages.next().await {
        store(page.expect("no fetch panics"), start).await;
    }
}
// ANCHOR_END: spawned

fn ms(start: Instant) -> u128 {
    start.elapsed().as_millis()
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    println!("buffered");
    let start = Instant::now();
    buffered(start).await;
    assert_eq!(ms(start), 1600);

    println!("spawned");
    let start = Instant::now();
    spawned(start).await;
    assert_eq!(ms(start), 1400);
}
