//! How often three waits are polled: in a `join!`, and in a set of futures.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use futures::stream::{FuturesUnordered, StreamExt};
use tokio::time::sleep;

// ANCHOR: counted
pub(crate) async fn counted(ms: u64, polls: &Cell<u32>) -> u64 {
    let mut pause = pin!(sleep(Duration::from_millis(ms)));
    poll_fn(|cx| {
        polls.set(polls.get() + 1); // ①
        pause.as_mut().poll(cx)
    })
    .await;
    ms
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let polls = Cell::new(0);
    let fetch = |ms| counted(ms, &polls);
    let all = tokio::join!(fetch(300), fetch(100), fetch(200));
    println!("join!: {all:?}, {} polls", polls.take());

    let fetches = [300, 100, 200].map(fetch);
    let mut set = FuturesUnordered::from_iter(fetches); // ②
    while let Some(ms) = set.next().await {
        println!("set: {ms}");
    }
    println!("set: {} polls", polls.take());
}
// ANCHOR_END: counted
