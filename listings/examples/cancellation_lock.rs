//! Who waits for a lock in short attempts loses its place in the queue with each of them.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

type Log = Arc<Mutex<Vec<&'static str>>>;

const ATTEMPT: Duration = Duration::from_millis(10);
const WORK: Duration = Duration::from_millis(15);

async fn holds(log: Log, name: &'static str) {
    let mut log = log.lock().await;
    log.push(name);
    sleep(WORK).await;
}

// ANCHOR: attempts
pub(crate) async fn attempts(log: Log) {
    loop {
        let attempt = timeout(ATTEMPT, log.lock()).await; // ①
        if let Ok(mut log) = attempt {
            log.push("first in line");
            return;
        }
    }
}
// ANCHOR_END: attempts

// ANCHOR: kept
pub(crate) async fn kept(log: Log) {
    let mut lock = pin!(log.lock()); // ②
    loop {
        let attempt = timeout(ATTEMPT, &mut lock).await;
        if let Ok(mut log) = attempt {
            log.push("first in line");
            return;
        }
    }
}
// ANCHOR_END: kept

// ANCHOR: queue
pub(crate) async fn queue(first: impl AsyncFnOnce(Log)) -> Vec<&'static str> {
    let log = Log::default();
    let late = async |wait, name| {
        sleep(Duration::from_millis(wait)).await; // ③
        holds(log.clone(), name).await;
    };
    tokio::join!(
        holds(log.clone(), "holder"),
        first(log.clone()),
        late(5, "second"),
        late(8, "third"),
        late(11, "fourth"),
    );
    log.lock().await.clone()
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    println!("attempts: {:?}", queue(attempts).await);
    println!("kept:     {:?}", queue(kept).await);
}
// ANCHOR_END: queue
