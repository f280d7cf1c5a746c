//! The planner that takes results while it waits for room, with mailboxes as small as before.

use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::timeout;

const HOUR: Duration = Duration::from_secs(3600);

pub(crate) async fn work(mut jobs: Receiver<u32>, results: Sender<u32>) {
    while let Some(n) = jobs.recv().await {
        let sent = results.send(n * n).await;
        if sent.is_err() {
            break;
        }
    }
}

// ANCHOR: plan
pub(crate) async fn plan(count: u32, jobs: Sender<u32>, mut results: Receiver<u32>) -> u32 {
    let (mut next, mut done, mut sum) = (1, 0, 0);
    while done < count {
        tokio::select! {
            Some(n) = results.recv() => { // ①
                done += 1;
                sum += n;
            }
            Ok(room) = jobs.reserve(), if next <= count => { // ②
                room.send(next);
                next += 1;
            }
            else => break,
        }
    }
    sum
}
// ANCHOR_END: plan

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for count in [5, 6, 1000] {
        let (jobs_tx, jobs_rx) = mpsc::channel(2);
        let (results_tx, results_rx) = mpsc::channel(2);
        tokio::spawn(work(jobs_rx, results_tx));
        let sum = timeout(HOUR, plan(count, jobs_tx, results_rx)).await;
        println!("{count} jobs: {sum:?}");
        assert!(sum.is_ok());
    }
}
