//! One task blocks its thread, three workers are idle, and a task that is ready isn't run.

use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;

const PAUSE: Duration = Duration::from_millis(100);

// ANCHOR: one_of_four
pub(crate) async fn start_three(blocks: bool) -> Vec<u32> {
    let (start, mut started) = mpsc::unbounded_channel();
    for id in 1..=3 {
        let start = start.clone();
        tokio::spawn(async move { start.send(id) }); // ①
    }
    if blocks {
        while started.len() < 2 {
            thread::sleep(PAUSE); // ②
        }
        thread::sleep(PAUSE);
    } else {
        while started.len() < 3 {
            sleep(PAUSE).await; // ③
        }
    }
    let mut seen = Vec::new();
    while let Ok(id) = started.try_recv() {
        seen.push(id);
    }
    seen.sort_unstable();
    seen
}

#[tokio::main(flavor = "multi_thread", worker_threads = 4)]
async fn main() {
    for blocks in [true, false] {
        let task = tokio::spawn(start_three(blocks)); // ④
        let seen = task.await.expect("no panic");
        println!("blocks its worker {blocks}: started meanwhile: {seen:?}");
    }
}
// ANCHOR_END: one_of_four
