//! Two tasks and one permit, step by step: who waits, and who wakes whoever waits.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use listings::trace; // trace

// ANCHOR: main
async fn work(name: &str, semaphore: Arc<Semaphore>, start: Instant) {
    trace::mark("acquire"); // trace
    let permit = semaphore.acquire().await.expect("open"); // ①
    let free = semaphore.available_permits(); // trace
    trace::state("tokio", format_args!("available_permits() = {free}")); // trace
    trace::mark("begins"); // trace
    println!("{:>2} ms: {name} begins", start.elapsed().as_millis());
    sleep(Duration::from_millis(10)).await;
    trace::mark("release"); // trace
    drop(permit); // ②
    let free = semaphore.available_permits(); // trace
    trace::state("tokio", format_args!("available_permits() = {free}")); // trace
    trace::mark("ends"); // trace
    println!("{:>2} ms: {name} ends", start.elapsed().as_millis());
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    trace::executor("tokio"); // trace
    trace::clock("clock"); // trace
    trace::state("tokio", "available_permits() = 1"); // trace
    let start = Instant::now();
    let semaphore = Arc::new(Semaphore::new(1));
    let mut tasks = JoinSet::new();
    for name in ["first", "second"] {
        trace::mark("spawn"); // trace
        let task = work(name, semaphore.clone(), start);
        let task = trace::task(name, task); // trace
        let task = task.with_waker(&format!("{name}.waker")); // trace
        tasks.spawn(task);
    }
    trace::mark("join"); // trace
    tasks.join_all().await;
    assert_eq!(start.elapsed(), Duration::from_millis(20));
}
// ANCHOR_END: main
