//! A message that was taken from its queue, and waits for something else when it is cancelled.

use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{interval, sleep};

async fn store(order: u32, stored: &mut Vec<u32>) {
    sleep(Duration::from_millis(4)).await;
    stored.push(order);
}

// ANCHOR: lossy
async fn next(rx: &mut Receiver<u32>, stored: &mut Vec<u32>) -> Option<()> {
    let order = rx.recv().await?;
    store(order, stored).await; // ①
    Some(())
}

pub(crate) async fn lossy(mut rx: Receiver<u32>) -> Vec<u32> {
    let mut stored = Vec::new();
    let mut ticks = interval(Duration::from_millis(10));
    ticks.tick().await;
    loop {
        tokio::select! {
            biased;
            done = next(&mut rx, &mut stored) => if done.is_none() {
                return stored;
            },
            _ = ticks.tick() => {} // ②
        }
    }
}
// ANCHOR_END: lossy

// ANCHOR: handler
pub(crate) async fn in_the_handler(mut rx: Receiver<u32>) -> Vec<u32> {
    let mut stored = Vec::new();
    let mut ticks = interval(Duration::from_millis(10));
    ticks.tick().await;
    loop {
        tokio::select! {
            biased;
            order = rx.recv() => match order { // ③
                Some(order) => store(order, &mut stored).await, // ④
                None => return stored,
            },
            _ = ticks.tick() => {}
        }
    }
}
// ANCHOR_END: handler

pub(crate) fn orders() -> Receiver<u32> {
    let (tx, rx) = mpsc::channel(8);
    for order in 1..=6 {
        tx.try_send(order).expect("it has room");
    }
    rx
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    println!("inside the branch: {:?}", lossy(orders()).await);
    println!("in the handler:    {:?}", in_the_handler(orders()).await);
}
