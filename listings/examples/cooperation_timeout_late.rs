//! A timeout around a future that blocks: it can't interrupt, and it may not even complain.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::task::{spawn_blocking, yield_now};
use tokio::time::timeout;

// ANCHOR: late
const LIMIT: Duration = Duration::from_millis(10);

fn block() -> &'static str {
    thread::sleep(5 * LIMIT);
    "late"
}

async fn block_in_parts() -> &'static str {
    for _ in 0..5 {
        thread::sleep(LIMIT);
        yield_now().await;
    }
    "late"
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let end = timeout(LIMIT, async { block() }).await;
    println!("in one go: {end:?}");
    let end = timeout(LIMIT, block_in_parts()).await;
    println!("yields between the parts: {end:?}");
    let (open, gate) = mpsc::channel::<()>();
    let late = move || {
        let _ = gate.recv();
        "late"
    };
    let end = timeout(LIMIT, spawn_blocking(late)).await;
    let end = end.map(|end| end.expect("no panic"));
    println!("spawn_blocking: {end:?}");
    drop(open); // ①
}
// ANCHOR_END: late
