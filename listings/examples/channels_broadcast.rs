//! A broadcast doesn't wait for a slow receiver: it overwrites, and tells how many are lost.

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

// ANCHOR: main
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (tx, mut careless) = broadcast::channel(2); // ①
    let mut careful = tx.subscribe();
    for n in 1..=5 {
        tx.send(n).expect("somebody listens"); // ②
    }
    drop(tx);

    let mut values = Vec::new();
    while let Ok(n) = careless.recv().await {
        values.push(n); // ③
    }
    println!("careless: {values:?}");

    let (mut values, mut lost) = (Vec::new(), 0);
    loop {
        match careful.recv().await {
            Ok(n) => values.push(n),
            Err(RecvError::Lagged(n)) => lost += n, // ④
            Err(RecvError::Closed) => break,
        }
    }
    println!("careful: {values:?}, lost: {lost}");
}
// ANCHOR_END: main
