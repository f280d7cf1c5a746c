//! Dropping a handle leaves its task running; `abort` drops the task, and so does the runtime's end.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

// ANCHOR: job
struct Guard(&'static str, Instant);

impl Drop for Guard {
    fn drop(&mut self) {
        println!("{}: dropped after {:?}", self.0, self.1.elapsed());
    }
}

async fn job(name: &'static str) {
    let guard = Guard(name, Instant::now());
    sleep(Duration::from_millis(30)).await;
    println!("{name}: finished after {:?}", guard.1.elapsed());
}
// ANCHOR_END: job

// ANCHOR: main
const LIMIT: Duration = Duration::from_millis(10);

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let handle = tokio::spawn(job("handle dropped"));
    println!("given up: {}", timeout(LIMIT, handle).await.is_err()); // ①
    sleep(LIMIT * 3).await;

    let mut handle = tokio::spawn(job("aborted"));
    if timeout(LIMIT, &mut handle).await.is_err() {
        handle.abort(); // ②
        let cancelled = handle.await.is_err_and(|error| error.is_cancelled());
        println!("cancelled: {cancelled}");
    }

    let handle = AbortOnDropHandle::new(tokio::spawn(job("guarded"))); // ③
    println!("given up: {}", timeout(LIMIT, handle).await.is_err());
    sleep(LIMIT * 3).await;

    tokio::spawn(job("late"));
    sleep(LIMIT).await;
    println!("main returns"); // ④
}
// ANCHOR_END: main
