//! A `sleep` that is made in the loop begins anew with each message, so it is no deadline.

use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{Instant, sleep};

pub(crate) const LIMIT: Duration = Duration::from_millis(200);

// ANCHOR: read
pub(crate) async fn read(mut messages: Receiver<u32>) -> (u32, &'static str) {
    let mut count = 0;
    loop {
        tokio::select! {
            biased;
            () = sleep(LIMIT) => return (count, "deadline"), // ①
            message = messages.recv() => match message {
                Some(_) => count += 1,
                None => return (count, "end of messages"),
            },
        }
    }
}
// ANCHOR_END: read

// ANCHOR: main
pub(crate) fn message_every(period: Duration) -> Receiver<u32> {
    let (tx, rx) = mpsc::channel(1);
    tokio::spawn(async move {
        for n in 0..50 {
            sleep(period).await;
            if tx.send(n).await.is_err() {
                break;
            }
        }
    });
    rx
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for period in [250, 80].map(Duration::from_millis) {
        let started = Instant::now();
        let (count, why) = read(message_every(period)).await;
        let took = started.elapsed();
        println!("every {period:?}: {count} messages, {why} after {took:?}");
    }
}
// ANCHOR_END: main
