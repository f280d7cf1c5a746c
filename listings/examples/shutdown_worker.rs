//! A worker that listens to a token beside its work, cleans up, and says that it was stopped.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

// ANCHOR: worker
pub(crate) async fn import(rows: u32, token: CancellationToken) -> Option<u32> {
    let mut copied = 0;
    while copied < rows {
        tokio::select! {
            biased; // ①
            () = token.cancelled() => {
                remove_temporary_file().await; // ②
                return None;
            }
            () = sleep(Duration::from_millis(10)) => copied += 1,
        }
    }
    Some(copied)
}

async fn remove_temporary_file() {
    sleep(Duration::from_millis(3)).await;
}
// ANCHOR_END: worker

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for rows in [4, 400] {
        let token = CancellationToken::new();
        let worker = tokio::spawn(import(rows, token.clone()));
        let started = Instant::now();
        tokio::spawn(async move {
            sleep(Duration::from_millis(55)).await;
            token.cancel();
        });
        let result = worker.await.expect("the worker doesn't panic");
        println!("{rows} rows: {result:?} after {:?}", started.elapsed());
    }
}
