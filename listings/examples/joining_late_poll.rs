//! A request that needs less than its limit times out, because nobody polls it in time.

use std::time::Duration;

use futures::stream::{self, StreamExt};
use tokio::time::{Instant, sleep, timeout};

// ANCHOR: limits
const LIMIT: Duration = Duration::from_millis(250);

async fn fetch(page: u32, step_ms: u64) -> u32 {
    sleep(Duration::from_millis(step_ms)).await;
    sleep(Duration::from_millis(step_ms)).await;
    page
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for spawned in [false, true] {
        println!("spawned: {spawned}");
        let started = Instant::now();
        let mut pages = stream::iter([(1, 30), (2, 100)])
            .map(|(page, step_ms)| timeout(LIMIT, fetch(page, step_ms))) // ①
            .map(|limited| async move {
                if spawned {
                    tokio::spawn(limited).await.expect("no fetch panics")
                } else {
                    limited.await
                }
            })
            .buffer_unordered(2);
        while let Some(page) = pages.next().await {
            println!("  {page:?} at {:?}", started.elapsed());
            assert!(page.is_ok() || !spawned);
            sleep(Duration::from_millis(300)).await; // ②
        }
    }
}
// ANCHOR_END: limits
