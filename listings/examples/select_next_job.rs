//! One pinned place for one job after another: a job that is done must not be polled again.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, interval, sleep};

// ANCHOR: main
async fn job(n: u32) -> u32 {
    sleep(Duration::from_millis(150)).await;
    n
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    let mut beats = interval(Duration::from_millis(100));
    let mut work = pin!(job(1));
    let mut busy = true;
    for _ in 0..6 {
        tokio::select! {
            biased;
            n = &mut work, if busy => { // ①
                println!("at {:?}: job {n} is done", started.elapsed());
                match n {
                    1 => work.set(job(2)), // ②
                    _ => busy = false, // ③
                }
            }
            _ = beats.tick() => println!("at {:?}: beat", started.elapsed()),
        }
    }
}
// ANCHOR_END: main
