//! A fused future has a defined answer to every poll after its value.

use std::pin::pin;
use std::task::{Context, Waker};

use futures::FutureExt;
use futures::future::FusedFuture;

// ANCHOR: fused
async fn answer() -> u32 {
    42
}

fn main() {
    let mut future = pin!(answer().fuse()); // ①
    let mut cx = Context::from_waker(Waker::noop());
    for n in 1..=3 {
        let outcome = future.as_mut().poll(&mut cx);
        println!("poll {n}: {outcome:?}, done: {}", future.is_terminated()); // ②
    }
}
// ANCHOR_END: fused
