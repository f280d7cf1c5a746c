//! What moves when a pinned box is moved: the box, and not the future in it.

use std::ptr;
use std::task::{Context, Waker};

use futures::pending;

// ANCHOR: box_moves
async fn greet() -> String {
    let name = String::from("Ada");
    let borrowed = &name;
    pending!();
    format!("hello, {borrowed}")
}

fn main() {
    let mut cx = Context::from_waker(Waker::noop());
    let mut future = Box::pin(greet());
    println!("{:?}", future.as_mut().poll(&mut cx));
    let box_at = ptr::from_ref(&future).addr();
    let future_at = ptr::from_ref(&*future).addr();

    let mut waiting = Vec::from([future]); // ①
    let box_now = ptr::from_ref(&waiting[0]).addr();
    let future_now = ptr::from_ref(&*waiting[0]).addr();
    println!("box moved: {}", box_now != box_at);
    println!("future moved: {}", future_now != future_at);
    println!("{:?}", waiting[0].as_mut().poll(&mut cx));
}
// ANCHOR_END: box_moves
