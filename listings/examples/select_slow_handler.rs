//! While a handler awaits, no branch is polled, so the deadline is noticed late.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

const LIMIT: Duration = Duration::from_millis(200);

// ANCHOR: main
async fn work() {
    sleep(Duration::from_millis(500)).await;
}

async fn in_the_handler() {
    let mut deadline = pin!(sleep(LIMIT));
    loop {
        tokio::select! {
            biased;
            () = &mut deadline => return,
            () = async {} => work().await, // ①
        }
    }
}

async fn around_everything() {
    let _ = timeout(LIMIT, async {
        loop {
            work().await; // ②
        }
    })
    .await;
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    in_the_handler().await;
    println!("deadline as a branch: {:?}", started.elapsed());

    let started = Instant::now();
    around_everything().await;
    println!("timeout around all: {:?}", started.elapsed());
}
// ANCHOR_END: main
