//! A `select!` loop that cancels `send` while the channel is full, and one that reserves first.

use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::{interval, sleep};

const TICK: Duration = Duration::from_millis(10);

// ANCHOR: lossy
pub(crate) async fn lossy(tx: Sender<u32>) {
    let mut ticks = interval(TICK);
    ticks.tick().await;
    for order in 1..=6 {
        tokio::select! {
            biased;
            sent = tx.send(order) => sent.expect("the receiver is there"), // ①
            _ = ticks.tick() => {} // ②
        }
    }
}
// ANCHOR_END: lossy

// ANCHOR: reserved
pub(crate) async fn reserved(tx: Sender<u32>) {
    let mut ticks = interval(TICK);
    ticks.tick().await;
    let mut order = 1;
    while order <= 6 {
        tokio::select! {
            biased;
            permit = tx.reserve() => { // ③
                permit.expect("the receiver is there").send(order); // ④
                order += 1;
            }
            _ = ticks.tick() => {}
        }
    }
}
// ANCHOR_END: reserved

async fn receive(mut rx: Receiver<u32>) -> Vec<u32> {
    let mut received = Vec::new();
    while let Some(order) = rx.recv().await {
        sleep(Duration::from_millis(25)).await;
        received.push(order);
    }
    received
}

pub(crate) async fn through_a_full_channel(send: impl AsyncFnOnce(Sender<u32>)) -> Vec<u32> {
    let (tx, rx) = mpsc::channel(1);
    let ((), received) = tokio::join!(send(tx), receive(rx));
    received
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let received = through_a_full_channel(lossy).await;
    println!("send:    {} of 6 received, {received:?}", received.len());
    let received = through_a_full_channel(reserved).await;
    println!("reserve: {} of 6 received, {received:?}", received.len());
}
