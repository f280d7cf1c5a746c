//! A shutdown in three steps: ask, wait as long as the grace lasts, abort what is left.

use std::future::pending;
use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

// ANCHOR: stop
pub(crate) async fn stop(
    token: &CancellationToken,
    tracker: &TaskTracker,
    tasks: &[AbortHandle],
    grace: Duration,
) -> usize {
    tracker.close();
    token.cancel(); // ①
    let ended = timeout(grace, tracker.wait()).await; // ②
    if ended.is_ok() {
        return 0;
    }
    let left = tracker.len();
    tasks.iter().for_each(AbortHandle::abort); // ③
    tracker.wait().await; // ④
    left
}
// ANCHOR_END: stop

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let token = CancellationToken::new();
    let tracker = TaskTracker::new();
    let mut tasks = Vec::new();
    for cleanup in [20, 80, 300].map(Duration::from_millis) {
        let token = token.clone();
        let task = tracker.spawn(async move {
            token.cancelled().await;
            sleep(cleanup).await;
            println!("cleaned up in {cleanup:?}");
        });
        tasks.push(task.abort_handle());
    }
    tasks.push(tracker.spawn(pending::<()>()).abort_handle());
    sleep(Duration::from_secs(1)).await;

    let started = Instant::now();
    let aborted = stop(&token, &tracker, &tasks, Duration::from_millis(100)).await;
    println!("aborted {aborted} after {:?}", started.elapsed());
    assert!(tracker.is_empty());
}
