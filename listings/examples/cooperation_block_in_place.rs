//! `block_in_place` lets other tasks go on, and not the other branches of its own task.

use std::sync::mpsc;
use std::time::Duration;

use tokio::task::block_in_place;

const SHORT: Duration = Duration::from_millis(100);
const LONG: Duration = Duration::from_secs(10);

// ANCHOR: in_place
async fn blocks() {
    let (start, started) = mpsc::channel();
    tokio::spawn(async move { start.send(()) });
    let task = block_in_place(|| started.recv_timeout(LONG)); // ①
    println!("another task: {task:?}");

    let (start, started) = mpsc::channel();
    let waits = async move { block_in_place(|| started.recv_timeout(SHORT)) }; // ②
    let sends = async move { start.send(()) };
    let (branch, _) = tokio::join!(biased; waits, sends);
    println!("a branch of the same join!: {branch:?}");
}

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() {
    tokio::spawn(blocks()).await.expect("no panic");
}
// ANCHOR_END: in_place
