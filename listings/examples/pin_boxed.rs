//! Futures of different types under one type, in one collection.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use futures::pending;

// ANCHOR: boxed
pub(crate) type Job = Pin<Box<dyn Future<Output = String>>>; // ①

pub(crate) async fn quick() -> String {
    String::from("quick")
}

pub(crate) async fn slow(rounds: u32) -> String {
    for _ in 0..rounds {
        pending!();
    }
    format!("slow, after {rounds} rounds")
}

fn main() {
    let mut jobs: Vec<Job> = vec![Box::pin(slow(3)), Box::pin(quick()), Box::pin(slow(2))];
    let mut cx = Context::from_waker(Waker::noop());
    while !jobs.is_empty() {
        jobs.retain_mut(|job| match job.as_mut().poll(&mut cx) {
            Poll::Ready(name) => {
                println!("{name}");
                false
            }
            Poll::Pending => true, // ②
        });
    }
}
// ANCHOR_END: boxed
