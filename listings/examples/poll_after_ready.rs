//! Polls an async fn once more after it has given its value: it panics.

use std::pin::pin;
use std::task::{Context, Waker};

async fn answer() -> u32 {
    42
}

fn main() {
    let mut future = pin!(answer());
    let mut cx = Context::from_waker(Waker::noop());
    println!("poll 1: {:?}", future.as_mut().poll(&mut cx));
    println!("poll 2: {:?}", future.as_mut().poll(&mut cx));
}
