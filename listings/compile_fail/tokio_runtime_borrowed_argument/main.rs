//! A task that borrows an argument of the function that spawns it.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::sleep;

// ANCHOR: measure
async fn length(text: &str) -> usize {
    sleep(Duration::from_millis(10)).await;
    text.len()
}

fn measure(text: &str) -> JoinHandle<usize> {
    tokio::spawn(length(text))
}
// ANCHOR_END: measure

#[tokio::main]
async fn main() {
    println!("{:?}", measure("borrowed").await);
}
