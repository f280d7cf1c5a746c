//! How many messages one poll of a task can receive, though more are there.

use std::cell::Cell;
use std::pin::pin;

use futures::poll;
use tokio::sync::mpsc;

// ANCHOR: one_poll
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    (0..1000).for_each(|n| sender.send(n).expect("there is a receiver"));
    let received = Cell::new(0);
    let mut receive = pin!(async {
        while receiver.recv().await.is_some() {
            received.set(received.get() + 1);
        }
    });
    let answer = poll!(receive.as_mut()); // ①
    println!("{answer:?} after {} of 1000 messages", received.get());
}
// ANCHOR_END: one_poll
