//! Tokio's mutex hangs a task too: a future that nobody polls has the next turn at the lock.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};
use tokio::{select, spawn};

const HOUR: Duration = Duration::from_secs(3600);

// ANCHOR: unpolled
pub(crate) async fn add(total: &Mutex<u32>) {
    *total.lock().await += 1;
}

pub(crate) async fn hold(total: Arc<Mutex<u32>>) {
    let _total = total.lock().await;
    sleep(Duration::from_millis(50)).await;
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let patience = Duration::from_millis(10);
    let total = Arc::new(Mutex::new(0));

    spawn(hold(total.clone()));
    yield_now().await; // ①
    let mut lent = pin!(add(&total));
    select! {
        biased;
        () = &mut lent => {} // ②
        () = sleep(patience) => {
            let end = timeout(HOUR, add(&total)).await; // ③
            println!("lent to select!: {end:?}");
        }
    }
    lent.await; // ④

    spawn(hold(total.clone()));
    yield_now().await;
    select! {
        biased;
        () = add(&total) => {} // ⑤
        () = sleep(patience) => {
            let end = timeout(HOUR, add(&total)).await;
            println!("moved into select!: {end:?}");
        }
    }
}
// ANCHOR_END: unpolled
