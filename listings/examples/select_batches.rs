//! Branches that take part only when they should: a condition, a pattern, and `else`.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, interval};

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    let (tx, mut numbers) = mpsc::channel(8);
    for n in 1..=7 {
        tx.try_send(n).expect("there is room");
    }
    drop(tx);

    let mut ticks = interval(Duration::from_millis(100));
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            biased;
            Some(n) = numbers.recv(), if batch.len() < 3 => batch.push(n), // ①
            _ = ticks.tick(), if !batch.is_empty() => { // ②
                println!("at {:?}: {batch:?}", started.elapsed());
                batch.clear();
            }
            else => break, // ③
        }
    }
    println!("at {:?}: nothing left to wait for", started.elapsed());
}
// ANCHOR_END: main
