//! Two joined futures use one thread, and switch only where they await.

use std::cell::RefCell;
use std::collections::HashSet;
use std::future::poll_fn;
use std::task::Poll;
use std::thread::{self, ThreadId};

use futures::{executor::block_on, join};

#[derive(Default)]
struct Log {
    steps: Vec<String>,
    threads: HashSet<ThreadId>,
}

// ANCHOR: two_jobs
async fn job(name: &str, pauses: bool, log: &RefCell<Log>) {
    for step in 1..=3 {
        log.borrow_mut().steps.push(format!("{name}{step}"));
        log.borrow_mut().threads.insert(thread::current().id());
        if pauses {
            pause().await; // ①
        }
    }
}

fn main() {
    for pauses in [true, false] {
        let log = RefCell::default();
        block_on(async { join!(job("a", pauses, &log), job("b", pauses, &log)) });
        let Log { steps, threads } = log.into_inner();
        println!("pauses: {pauses}");
        println!("  order: {}", steps.join(" "));
        println!("  steps: {}, threads: {}", steps.len(), threads.len());
    }
}
// ANCHOR_END: two_jobs

/// Not ready once, with the wake-up already asked for.
async fn pause() {
    let mut paused = false;
    poll_fn(|cx| {
        if paused {
            return Poll::Ready(());
        }
        paused = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
