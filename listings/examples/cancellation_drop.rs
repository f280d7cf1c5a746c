//! Four ways to cancel the same future, and what runs of it each time.

use std::future::pending;
use std::time::Duration;

use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

const LIMIT: Duration = Duration::from_millis(10);

// ANCHOR: work
struct Guard(&'static str);

impl Drop for Guard {
    fn drop(&mut self) {
        println!("{}: dropped", self.0);
    }
}

async fn work(name: &'static str) {
    let _guard = Guard(name);
    println!("{name}: started");
    pending::<()>().await; // ①
    println!("{name}: cleaned up"); // ②
}
// ANCHOR_END: work

// ANCHOR: ways
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let mut fut = Box::pin(work("drop"));
    assert!(futures::poll!(&mut fut).is_pending());
    drop(fut);

    let elapsed = timeout(LIMIT, work("timeout")).await;
    assert!(elapsed.is_err());

    tokio::select! {
        biased;
        () = work("select!") => println!("select!: its handler"), // ③
        () = sleep(LIMIT) => println!("select!: the handler of sleep"), // ④
    }

    let task = tokio::spawn(work("abort"));
    yield_now().await;
    task.abort();
    assert!(task.await.is_err_and(|error| error.is_cancelled()));
}
// ANCHOR_END: ways
