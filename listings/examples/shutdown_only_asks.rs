//! A token that is cancelled: who has given it a look, and who has not.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

const ROW: Duration = Duration::from_millis(10);

// ANCHOR: copies
pub(crate) async fn copy_rows(rows: Arc<AtomicU32>) {
    loop {
        sleep(ROW).await;
        rows.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) async fn copy_rows_and_look(rows: Arc<AtomicU32>, token: CancellationToken) {
    while !token.is_cancelled() {
        sleep(ROW).await;
        rows.fetch_add(1, Ordering::Relaxed);
    }
}
// ANCHOR_END: copies

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let token = CancellationToken::new();
    let [deaf, looks] = [(); 2].map(|()| Arc::new(AtomicU32::new(0)));
    let held = token.clone();
    let deaf_copy = deaf.clone();
    tokio::spawn(async move {
        let _token = held; // ①
        copy_rows(deaf_copy).await;
    });
    tokio::spawn(copy_rows_and_look(looks.clone(), token.clone()));

    for (moment, wait) in [("at the cancel", 55), ("a second later", 1000)] {
        sleep(Duration::from_millis(wait)).await;
        token.cancel(); // ②
        let [deaf, looks] = [&deaf, &looks].map(|rows| rows.load(Ordering::Relaxed));
        println!("{moment}: never looks {deaf}, looks {looks}");
    }
}
// ANCHOR_END: main
