//! Two pinned futures can't change places: there is no `&mut` to be had to what is pinned.

use std::mem;
use std::pin::pin;

async fn greet(name: &str) {
    println!("hello, {name}");
}

fn main() {
    let ada = pin!(greet("Ada"));
    let grace = pin!(greet("Grace"));
    mem::swap(&mut *ada, &mut *grace);
}
