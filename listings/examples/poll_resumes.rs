//! A second poll goes on where the first one stopped.

use std::pin::pin;
use std::task::{Context, Waker};

use futures::pending;

// ANCHOR: two_steps
async fn two_steps() -> u32 {
    print!("one ");
    pending!();
    print!("two ");
    pending!();
    3
}

fn main() {
    let mut future = pin!(two_steps());
    let mut cx = Context::from_waker(Waker::noop());
    print!("{:?} ", future.as_mut().poll(&mut cx));
    print!("{:?} ", future.as_mut().poll(&mut cx));
    println!("{:?}", future.as_mut().poll(&mut cx));
}
// ANCHOR_END: two_steps
