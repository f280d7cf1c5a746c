//! A sum over a channel that never ends, because one sender is only held.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

const HOUR: Duration = Duration::from_secs(3600);

// ANCHOR: held
pub(crate) async fn held() -> u32 {
    let (tx, mut rx) = mpsc::channel(2);
    for worker in 1..=3 {
        let tx = tx.clone(); // ①
        tokio::spawn(async move { tx.send(worker).await });
    }
    let mut sum = 0;
    while let Some(n) = rx.recv().await {
        sum += n;
        println!("received {n}, senders left: {}", rx.sender_strong_count());
    }
    sum
}
// ANCHOR_END: held

// ANCHOR: dropped
pub(crate) async fn dropped() -> u32 {
    let (tx, mut rx) = mpsc::channel(2);
    for worker in 1..=3 {
        let tx = tx.clone();
        tokio::spawn(async move { tx.send(worker).await });
    }
    drop(tx); // ②
    let mut sum = 0;
    while let Some(n) = rx.recv().await {
        sum += n;
    }
    sum
}
// ANCHOR_END: dropped

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    println!("held: {:?}", timeout(HOUR, held()).await);
    println!("dropped: {:?}", timeout(HOUR, dropped()).await);
}
