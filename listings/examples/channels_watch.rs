//! A watch keeps one value, the latest: a slow receiver skips what came in between.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (tx, mut rx) = watch::channel(0); // ①
    tokio::spawn(async move {
        for n in 1..=5 {
            sleep(Duration::from_millis(40)).await;
            tx.send(n).expect("somebody looks"); // ②
        }
    });
    let mut seen = vec![*rx.borrow_and_update()];
    while rx.changed().await.is_ok() {
        seen.push(*rx.borrow_and_update()); // ③
        sleep(Duration::from_millis(100)).await;
    }
    println!("seen: {seen:?}, latest: {}", *rx.borrow());
}
// ANCHOR_END: main
