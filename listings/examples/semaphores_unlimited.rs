//! A thousand spawned tasks ask a database at the same moment, because nothing limits them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

// ANCHOR: database
struct Refused;

#[derive(Default)]
struct Database {
    open: AtomicUsize,
    peak: AtomicUsize,
}

impl Database {
    async fn query(&self) -> Result<(), Refused> {
        let open = self.open.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(open, Ordering::Relaxed); // ①
        sleep(Duration::from_millis(10)).await;
        self.open.fetch_sub(1, Ordering::Relaxed);
        if open > 100 { Err(Refused) } else { Ok(()) } // ②
    }
}
// ANCHOR_END: database

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    let database = Arc::new(Database::default());
    let mut tasks = JoinSet::new();
    for _ in 0..1000 {
        let database = database.clone();
        tasks.spawn(async move { database.query().await });
    }
    let results = tasks.join_all().await;
    let refused = results.iter().filter(|result| result.is_err()).count();

    println!("after {:?}", started.elapsed());
    println!("at the same time: {:?}", database.peak);
    println!("refused: {refused}");
    assert_eq!(database.peak.load(Ordering::Relaxed), 1000);
    assert_eq!(refused, 900);
}
// ANCHOR_END: main
