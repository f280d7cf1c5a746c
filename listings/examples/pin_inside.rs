//! A future that keeps a reference to a local of its own across an await.

use std::cell::Cell;
use std::ptr;
use std::task::{Context, Waker};

use futures::pending;

// ANCHOR: greet
async fn greet(seen: &Cell<usize>) -> String {
    let name = String::from("Ada");
    let borrowed = &name; // ①
    seen.set(ptr::from_ref(borrowed).addr()); // ②
    pending!(); // ③
    format!("hello, {borrowed}") // ④
}
// ANCHOR_END: greet

// ANCHOR: main
fn main() {
    let seen = Cell::new(0);
    let mut future = Box::pin(greet(&seen));
    let mut cx = Context::from_waker(Waker::noop());
    println!("{:?}", future.as_mut().poll(&mut cx)); // ①

    let start = ptr::from_ref(&*future).addr();
    let bytes = start..start + size_of_val(&*future); // ②
    let inside = bytes.contains(&seen.get());
    println!("the reference points into its own future: {inside}");
    println!("{:?}", future.as_mut().poll(&mut cx));
}
// ANCHOR_END: main
