//! A std guard is held across an await, and another branch of the same task asks for the lock.

#![expect(clippy::await_holding_lock, reason = "that is the bug")]

use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use tokio::select;
use tokio::task::yield_now;

const LIMIT: Duration = Duration::from_millis(200);

// ANCHOR: deadlock
async fn add(total: &Mutex<u32>) {
    let mut total = total.lock().expect("no panic");
    yield_now().await; // ①
    *total += 1;
}

async fn look(total: &Mutex<u32>) -> u32 {
    *total.lock().expect("no panic") // ②
}

#[tokio::main(flavor = "current_thread")]
async fn race() -> String {
    let total = Mutex::new(0);
    select! {
        biased;
        () = add(&total) => "added".to_owned(),
        seen = look(&total) => format!("saw {seen}"),
    }
}

fn main() {
    let (end, ended) = mpsc::channel();
    thread::spawn(move || end.send(race()));
    println!("{:?}", ended.recv_timeout(LIMIT)); // ③
}
// ANCHOR_END: deadlock
