//! Futures of different types in one vector, each in a box.

use std::time::Duration;

use futures::FutureExt;
use futures::future::join_all;
use tokio::time::{Instant, sleep};

async fn boil() -> &'static str {
    sleep(Duration::from_millis(200)).await;
    "tea"
}

async fn roast() -> &'static str {
    sleep(Duration::from_millis(100)).await;
    "toast"
}

// ANCHOR: boxed
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    let orders = vec![boil().boxed(), roast().boxed()];
    let breakfast = join_all(orders).await;
    println!("{breakfast:?} after {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(200));
}
// ANCHOR_END: boxed
