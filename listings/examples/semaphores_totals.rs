//! The same thousand queries under fewer and fewer permits: nothing is faster, less is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

struct Refused;

#[derive(Default)]
struct Database {
    open: AtomicUsize,
}

impl Database {
    async fn query(&self) -> Result<(), Refused> {
        let open = self.open.fetch_add(1, Ordering::Relaxed) + 1;
        sleep(Duration::from_millis(10)).await;
        self.open.fetch_sub(1, Ordering::Relaxed);
        if open > 100 { Err(Refused) } else { Ok(()) }
    }
}

// ANCHOR: totals
pub(crate) async fn thousand(permits: u32) -> (Duration, usize) {
    let started = Instant::now();
    let database = Arc::new(Database::default());
    let semaphore = Arc::new(Semaphore::new(permits as usize));
    let mut tasks = JoinSet::new();
    for _ in 0..1000 {
        let permit = semaphore.clone().acquire_owned().await.expect("open");
        let database = database.clone();
        tasks.spawn(async move {
            let result = database.query().await;
            drop(permit);
            result
        });
    }
    let results = tasks.join_all().await;
    let refused = results.iter().filter(|result| result.is_err()).count();
    (started.elapsed(), refused)
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for permits in [1000, 100, 10, 1] {
        let (took, refused) = thousand(permits).await;
        println!("permits: {permits}, refused: {refused}, after {took:?}");
        assert_eq!(took, Duration::from_secs(10) / permits);
        assert_eq!(refused, if permits > 100 { 900 } else { 0 });
    }
}
// ANCHOR_END: totals
