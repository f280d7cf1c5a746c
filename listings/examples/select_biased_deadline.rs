//! Under `biased;` a branch that is always ready keeps the ones below it from their turn.

use std::pin::pin;
use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver};
use tokio::time::sleep;

// ANCHOR: drain
pub(crate) async fn messages_first(mut messages: Receiver<u32>) -> u32 {
    let mut handled = 0;
    let mut deadline = pin!(sleep(Duration::ZERO)); // ①
    loop {
        tokio::select! {
            biased;
            Some(_) = messages.recv() => handled += 1, // ②
            () = &mut deadline => return handled,
        }
    }
}

pub(crate) async fn deadline_first(mut messages: Receiver<u32>) -> u32 {
    let mut handled = 0;
    let mut deadline = pin!(sleep(Duration::ZERO));
    loop {
        tokio::select! {
            biased;
            () = &mut deadline => return handled, // ③
            Some(_) = messages.recv() => handled += 1,
        }
    }
}
// ANCHOR_END: drain

pub(crate) fn full_channel() -> Receiver<u32> {
    let (tx, rx) = mpsc::channel(1000);
    for n in 0..1000 {
        tx.try_send(n).expect("there is room");
    }
    rx
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let handled = messages_first(full_channel()).await;
    println!("messages first: {handled} handled after the deadline");
    let handled = deadline_first(full_channel()).await;
    println!("deadline first: {handled} handled after the deadline");
}
