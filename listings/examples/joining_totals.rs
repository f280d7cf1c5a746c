//! The same three waits in four programs: two take their sum, two their maximum.

use std::time::Duration;

use tokio::time::{Instant, sleep};

// ANCHOR: fetch
pub(crate) async fn fetch(ms: u64) -> u64 {
    sleep(Duration::from_millis(ms)).await;
    ms
}
// ANCHOR_END: fetch

// ANCHOR: four_ways
pub(crate) async fn in_sequence() -> u64 {
    fetch(100).await + fetch(200).await + fetch(300).await
}

pub(crate) async fn made_first() -> u64 {
    let (a, b, c) = (fetch(100), fetch(200), fetch(300)); // ①
    a.await + b.await + c.await
}

pub(crate) async fn joined() -> u64 {
    let (a, b, c) = tokio::join!(fetch(100), fetch(200), fetch(300)); // ②
    a + b + c
}

pub(crate) async fn spawned() -> u64 {
    let [a, b, c] = [100, 200, 300].map(|ms| tokio::spawn(fetch(ms))); // ③
    let (a, b, c) = (a.await, b.await, c.await); // ④
    [a, b, c].map(|ms| ms.expect("no task panics")).iter().sum()
}
// ANCHOR_END: four_ways

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    report("in sequence", 600, in_sequence()).await;
    report("made first", 600, made_first()).await;
    report("joined", 300, joined()).await;
    report("spawned", 300, spawned()).await;
}

async fn report(name: &str, expected_ms: u64, work: impl Future<Output = u64>) {
    let started = Instant::now();
    assert_eq!(work.await, 600);
    let took = started.elapsed();
    assert_eq!(took, Duration::from_millis(expected_ms));
    println!("{name}: {took:?}");
}
