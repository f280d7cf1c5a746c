//! Every branch is disabled, and there is no `else`: a panic.

use tokio::sync::mpsc;

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (tx, mut numbers) = mpsc::channel(8);
    tx.try_send(1).expect("there is room");
    drop(tx);
    loop {
        tokio::select! {
            biased;
            Some(n) = numbers.recv() => println!("{n}"), // ①
        }
    }
}
// ANCHOR_END: main
