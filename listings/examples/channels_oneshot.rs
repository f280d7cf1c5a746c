//! A channel for one value: the answer, no answer, and nobody who wants it.

use tokio::sync::oneshot;

// ANCHOR: main
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (tx, rx) = oneshot::channel();
    tokio::spawn(async move { tx.send(42) }); // ①
    println!("answered: {:?}", rx.await);

    let (tx, rx) = oneshot::channel::<u32>();
    drop(tx);
    println!("sender gone: {:?}", rx.await); // ②

    let (tx, rx) = oneshot::channel();
    drop(rx);
    println!("receiver gone: {:?}", tx.send(42)); // ③
}
// ANCHOR_END: main
