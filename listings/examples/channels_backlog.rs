//! The same fast producer and slow consumer over bounded and unbounded channels: the backlog,
//! and how old a message is when its turn comes.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

const MAKE: Duration = Duration::from_millis(1);
const USE: Duration = Duration::from_millis(10);

// ANCHOR: channels
pub(crate) async fn unbounded(run: Duration) -> (usize, u128) {
    let (tx, mut rx) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while tx.send(Instant::now()).is_ok() {
            sleep(MAKE).await; // ①
        }
    });
    let (mut peak, mut age) = (0, 0);
    let _ = timeout(run, async {
        while let Some(made) = rx.recv().await {
            age = made.elapsed().as_millis(); // ②
            sleep(USE).await;
            peak = peak.max(rx.len());
        }
    })
    .await;
    (peak, age)
}

pub(crate) async fn bounded(capacity: usize, run: Duration) -> (usize, u128) {
    let (tx, mut rx) = mpsc::channel(capacity);
    tokio::spawn(async move {
        while tx.send(Instant::now()).await.is_ok() {
            sleep(MAKE).await; // ③
        }
    });
    let (mut peak, mut age) = (0, 0);
    let _ = timeout(run, async {
        while let Some(made) = rx.recv().await {
            age = made.elapsed().as_millis();
            sleep(USE).await;
            peak = peak.max(rx.len());
        }
    })
    .await;
    (peak, age)
}
// ANCHOR_END: channels

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for run in [1, 2, 4].map(Duration::from_secs) {
        let (peak, age) = unbounded(run).await;
        println!("unbounded after {run:?}: at most {peak:>4} wait, age {age} ms");
    }
    for capacity in [8, 100] {
        for run in [1, 2, 4].map(Duration::from_secs) {
            let (peak, age) = bounded(capacity, run).await;
            println!("capacity {capacity:>3} after {run:?}: at most {peak:>4} wait, age {age} ms");
        }
    }
}
