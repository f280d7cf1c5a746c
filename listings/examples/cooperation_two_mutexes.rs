//! A thousand uncontended locks: what each of the two mutexes asks of the task.

use std::future::poll_fn;
use std::pin::pin;

// ANCHOR: two_mutexes
pub(crate) async fn polls(work: impl Future<Output = u32>) -> (u32, u32) {
    let mut work = pin!(work);
    let mut polls = 0;
    let total = poll_fn(|cx| {
        polls += 1;
        work.as_mut().poll(cx)
    });
    (total.await, polls)
}

pub(crate) async fn with_std() -> u32 {
    let total = std::sync::Mutex::new(0);
    for _ in 0..1000 {
        *total.lock().expect("no panic") += 1; // ①
    }
    total.into_inner().expect("no panic")
}

pub(crate) async fn with_tokio() -> u32 {
    let total = tokio::sync::Mutex::new(0);
    for _ in 0..1000 {
        *total.lock().await += 1; // ②
    }
    total.into_inner()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (total, polls_made) = polls(with_std()).await;
    println!("std: total {total}, polls {polls_made}");
    let (total, polls_made) = polls(with_tokio()).await;
    println!("Tokio: total {total}, polls {polls_made}");
}
// ANCHOR_END: two_mutexes
