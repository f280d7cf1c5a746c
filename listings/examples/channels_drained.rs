//! How a channel ends on either side: what is in it is still delivered, what can't be comes back.

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::{SendError, TrySendError};

// ANCHOR: ends
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (tx, mut rx) = mpsc::channel(2);
    tx.send("a").await.expect("there is room");
    tx.send("b").await.expect("there is room");
    assert_eq!(tx.try_send("c"), Err(TrySendError::Full("c"))); // ①
    drop(tx);
    for _ in 0..3 {
        println!("{:?}", rx.recv().await); // ②
    }

    let (tx, rx) = mpsc::channel(2);
    tx.send("a").await.expect("there is room");
    drop(rx); // ③
    let SendError(value) = tx.send("b").await.expect_err("nobody receives");
    println!("without a receiver: {value:?} comes back");
}
// ANCHOR_END: ends
