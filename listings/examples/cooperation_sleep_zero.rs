//! `sleep(ZERO)` is no `yield_now`: under a paused clock it lets nobody in, and in real time each
//! call can cost a tick of the timer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::task::yield_now;
use tokio::time::{Instant, sleep};

const ROUNDS: u32 = 100;

// ANCHOR: sleep_zero
async fn rounds(sleeps: bool) -> (u32, Duration) {
    let turns = Arc::new(AtomicU32::new(0));
    let count = turns.clone();
    let neighbour = tokio::spawn(async move {
        loop {
            count.fetch_add(1, Ordering::Relaxed);
            yield_now().await;
        }
    });
    let started = Instant::now();
    for _ in 0..ROUNDS {
        match sleeps {
            true => sleep(Duration::ZERO).await,
            false => yield_now().await,
        }
    }
    neighbour.abort();
    (turns.load(Ordering::Relaxed), started.elapsed())
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn paused() {
    for sleeps in [false, true] {
        let (turns, _) = rounds(sleeps).await;
        println!("paused clock, sleeps {sleeps}: turns of the neighbour: {turns}");
    }
}

#[tokio::main(flavor = "current_thread")]
async fn real() {
    let half_a_tick = Duration::from_micros(500);
    let (_, elapsed) = rounds(true).await;
    assert!(elapsed > ROUNDS * half_a_tick); // ①
    println!("real clock, sleeps true: each takes more than {half_a_tick:?}");
}

fn main() {
    paused();
    real();
}
// ANCHOR_END: sleep_zero
