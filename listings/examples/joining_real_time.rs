//! The sum and the maximum, measured with the clock on the wall.

use std::time::{Duration, Instant};

use tokio::time::sleep;

const WAIT: Duration = Duration::from_millis(80);

// ANCHOR: main
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let started = Instant::now();
    sleep(WAIT).await;
    sleep(WAIT).await;
    let in_sequence = started.elapsed();

    let started = Instant::now();
    tokio::join!(sleep(WAIT), sleep(WAIT));
    let joined = started.elapsed();

    println!("in sequence: {in_sequence:.1?}, joined: {joined:.1?}");
    assert!(in_sequence >= 2 * WAIT);
    assert!(WAIT <= joined && joined < in_sequence);
}
// ANCHOR_END: main
