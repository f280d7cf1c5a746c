//! The race in real time: it takes as long as the winner.

use std::time::{Duration, Instant};

use tokio::time::sleep;

// ANCHOR: main
async fn ask(server: &'static str, takes: u64) -> &'static str {
    sleep(Duration::from_millis(takes)).await;
    server
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let started = Instant::now();
    let winner = tokio::select! {
        biased;
        server = ask("primary", 5000) => server,
        server = ask("secondary", 100) => server,
    };
    let took = started.elapsed();
    assert_eq!(winner, "secondary");
    assert!(Duration::from_millis(100) <= took && took < Duration::from_secs(4)); // ①
    println!("{winner} wins, at its own time and not at the other's");
}
// ANCHOR_END: main
