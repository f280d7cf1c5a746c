//! `poll` takes a pinned reference; a plain future has no such method.

use std::future::{Ready, ready};
use std::task::{Context, Waker};

fn main() {
    let mut future: Ready<u32> = ready(42);
    let mut cx = Context::from_waker(Waker::noop());
    let outcome = future.poll(&mut cx);
    println!("{outcome:?}");
}
