//! What is pinned and not `Unpin` stays where it is, as far as safe code goes.

use std::marker::PhantomPinned;
use std::pin::Pin;

struct Greeting {
    name: String,
    _pinned: PhantomPinned,
}

fn main() {
    let pinned = Box::pin(Greeting {
        name: String::from("Ada"),
        _pinned: PhantomPinned,
    });
    let moved = *Pin::into_inner(pinned);
    println!("{}", moved.name);
}
