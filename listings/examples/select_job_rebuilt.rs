//! A future that is made in the loop begins anew in each round; one that is lent goes on.

use std::cell::Cell;
use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep};

const BEAT: Duration = Duration::from_millis(100);

// ANCHOR: loops
pub(crate) async fn job(starts: &Cell<u32>) -> &'static str {
    starts.set(starts.get() + 1);
    sleep(Duration::from_millis(250)).await;
    "done"
}

pub(crate) async fn rebuilt(starts: &Cell<u32>) -> &'static str {
    for _ in 0..50 {
        tokio::select! {
            biased;
            result = job(starts) => return result, // ①
            () = sleep(BEAT) => {}
        }
    }
    "given up"
}

pub(crate) async fn kept(starts: &Cell<u32>) -> &'static str {
    let mut work = pin!(job(starts)); // ②
    for _ in 0..50 {
        tokio::select! {
            biased;
            result = &mut work => return result, // ③
            () = sleep(BEAT) => {}
        }
    }
    "given up"
}
// ANCHOR_END: loops

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (starts, started) = (Cell::new(0), Instant::now());
    let result = rebuilt(&starts).await;
    let (starts, took) = (starts.get(), started.elapsed());
    println!("made in the loop: {result} after {took:?}, starts: {starts}");

    let (starts, started) = (Cell::new(0), Instant::now());
    let result = kept(&starts).await;
    let (starts, took) = (starts.get(), started.elapsed());
    println!("lent to the loop: {result} after {took:?}, starts: {starts}");
}
