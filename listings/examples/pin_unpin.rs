//! A pinned value that moves, and one that isn't `Unpin` and moves until it is pinned.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Waker};

// ANCHOR: pinned_and_moved
fn order() -> (String, String) {
    let mut drink = String::from("tea");
    let mut pinned = Pin::new(&mut drink);
    let first = mem::replace(&mut *pinned, String::from("coffee"));
    (first, drink)
}
// ANCHOR_END: pinned_and_moved

// ANCHOR: moved_then_pinned
async fn greet(name: String) -> String {
    format!("hello, {name}")
}

fn main() {
    println!("{:?}", order());

    let future = greet(String::from("Ada"));
    let mut waiting = Vec::new();
    waiting.push(future); // ①
    let boxed = Box::new(waiting.remove(0)); // ②
    let mut pinned = Box::into_pin(boxed); // ③
    let mut cx = Context::from_waker(Waker::noop());
    println!("{:?}", pinned.as_mut().poll(&mut cx));
}
// ANCHOR_END: moved_then_pinned
