//! A race between two tasks: the handle of the loser is dropped, and its task goes on.

use std::time::Duration;

use tokio::time::{Instant, sleep};

// ANCHOR: main
async fn ask(server: &'static str, takes: u64) -> &'static str {
    let sent = Instant::now();
    sleep(Duration::from_millis(takes)).await;
    println!("{server}: answers after {:?}", sent.elapsed());
    server
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let primary = tokio::spawn(ask("primary", 300)); // ①
    let secondary = tokio::spawn(ask("secondary", 100));
    let winner = tokio::select! {
        biased;
        server = primary => server,
        server = secondary => server,
    };
    println!("winner: {winner:?}");
    sleep(Duration::from_secs(3600)).await;
    println!("an hour later");
}
// ANCHOR_END: main
