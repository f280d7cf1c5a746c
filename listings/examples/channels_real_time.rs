//! The producer that has to wait for the slow consumer, by the real clock.

use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time::sleep;

// ANCHOR: main
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let work = Duration::from_millis(40);
    let start = Instant::now();
    let (tx, mut rx) = mpsc::channel(2);
    let producer = tokio::spawn(async move {
        for n in 1..=5 {
            tx.send(n).await.expect("the consumer is there");
        }
        start.elapsed()
    });
    while rx.recv().await.is_some() {
        sleep(work).await;
    }
    let all = start.elapsed();
    let sent = producer.await.expect("no panic");
    println!("the fifth value sent after {sent:.1?}, all done after {all:.1?}");
    assert!(2 * work <= sent && sent < all); // ①
    assert!(5 * work <= all && all < 50 * work);
}
// ANCHOR_END: main
