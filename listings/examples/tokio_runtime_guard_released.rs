//! The guard of a std `Mutex` that is gone before the await: then the task may be spawned.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::sleep;

// ANCHOR: count
fn add_one(visits: &Mutex<u32>) {
    let mut visits = visits.lock().expect("nobody panics here");
    *visits += 1;
}

async fn count(visits: Arc<Mutex<u32>>) {
    add_one(&visits); // ①
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
