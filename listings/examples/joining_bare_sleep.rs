//! Three sleeps that are made first and awaited in sequence seem to overlap.

use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

// ANCHOR: bare_sleep
fn pause(ms: u64) -> Sleep {
    sleep(Duration::from_millis(ms)) // ①
}

async fn fetch(ms: u64) {
    sleep(Duration::from_millis(ms)).await; // ②
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    let (a, b, c) = (pause(100), pause(200), pause(300));
    a.await;
    b.await;
    c.await;
    println!("bare sleeps: {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(300));

    let started = Instant::now();
    let (a, b, c) = (fetch(100), fetch(200), fetch(300));
    a.await;
    b.await;
    c.await;
    println!("async fns: {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(600));
}
// ANCHOR_END: bare_sleep
