//! The guard of a std `Mutex` that is dropped by name before the await, in a task of its own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::sleep;

// ANCHOR: count
async fn count(visits: Arc<Mutex<u32>>) {
    let mut visits = visits.lock().expect("nobody panics here");
    *visits += 1;
    drop(visits); // ①
    sleep(Duration::from_millis(10)).await;
}
// ANCHOR_END: count

#[tokio::main]
async fn main() {
    let visits = Arc::new(Mutex::new(0));
    let task = tokio::spawn(count(visits.clone()));
    assert!(task.await.is_ok());
    println!("visits: {visits:?}");
}
