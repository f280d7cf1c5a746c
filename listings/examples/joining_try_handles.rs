//! `try_join!` over the handles of tasks looks at the handles' errors, not at those of the tasks.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

type Answer = Result<&'static str, &'static str>;

async fn slow() -> Answer {
    sleep(Duration::from_millis(300)).await;
    Ok("page")
}

async fn failing() -> Answer {
    sleep(Duration::from_millis(100)).await;
    Err("no route")
}

// ANCHOR: handles
async fn flatten(handle: JoinHandle<Answer>) -> Answer {
    handle.await.expect("no task panics") // ①
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    let handles = tokio::try_join!(tokio::spawn(slow()), tokio::spawn(failing()));
    println!("handles: {handles:?} at {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(300));

    let started = Instant::now();
    let (slow, failing) = (tokio::spawn(slow()), tokio::spawn(failing()));
    let left = slow.abort_handle();
    let answers = tokio::try_join!(flatten(slow), flatten(failing)); // ②
    println!("answers: {answers:?} at {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(100));

    println!("slow task finished: {}", left.is_finished());
    sleep(Duration::from_millis(300)).await;
    println!("slow task finished: {}", left.is_finished()); // ③
    assert!(left.is_finished());
}
// ANCHOR_END: handles
