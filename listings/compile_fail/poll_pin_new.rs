//! `Pin::new` is for futures that may move; the future of an async fn may not.

use std::pin::Pin;
use std::task::{Context, Waker};

async fn answer() -> u32 {
    42
}

fn main() {
    let mut future = answer();
    let mut cx = Context::from_waker(Waker::noop());
    let outcome = Pin::new(&mut future).poll(&mut cx);
    println!("{outcome:?}");
}
