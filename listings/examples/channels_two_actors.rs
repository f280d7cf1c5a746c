//! Two actors that send to each other: with enough jobs, each waits for room in the other's mailbox.

use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::timeout;

const HOUR: Duration = Duration::from_secs(3600);

// ANCHOR: actors
pub(crate) async fn work(mut jobs: Receiver<u32>, results: Sender<u32>) {
    while let Some(n) = jobs.recv().await {
        let sent = results.send(n * n).await; // ①
        if sent.is_err() {
            break;
        }
    }
}

pub(crate) async fn plan(count: u32, jobs: Sender<u32>, mut results: Receiver<u32>) -> u32 {
    for n in 1..=count {
        jobs.send(n).await.expect("the worker is there"); // ②
    }
    drop(jobs);
    let mut sum = 0;
    while let Some(n) = results.recv().await {
        sum += n; // ③
    }
    sum
}
// ANCHOR_END: actors

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for count in 3..=7 {
        let (jobs_tx, jobs_rx) = mpsc::channel(2);
        let (results_tx, results_rx) = mpsc::channel(2);
        let (jobs, results) = (jobs_tx.downgrade(), results_tx.downgrade()); // ④
        tokio::spawn(work(jobs_rx, results_tx));
        let plan = tokio::spawn(plan(count, jobs_tx, results_rx));
        match timeout(HOUR, plan).await {
            Ok(sum) => println!("{count} jobs: {sum:?}"),
            Err(_) => {
                let jobs = jobs.upgrade().expect("a sender waits").capacity();
                let results = results.upgrade().expect("a sender waits").capacity();
                println!("{count} jobs: stuck, room for {jobs} jobs and {results} results");
            }
        }
    }
}
// ANCHOR_END: main
