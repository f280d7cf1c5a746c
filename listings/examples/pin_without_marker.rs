//! The same struct without `PhantomPinned`: safe code moves it out of its pin.

use std::pin::Pin;
use std::ptr;

// ANCHOR: greeting
pub(crate) struct Greeting {
    name: String,
    borrowed: *const String,
}

impl Greeting {
    pub(crate) fn new(name: &str) -> Pin<Box<Greeting>> {
        let mut greeting = Box::pin(Greeting {
            name: name.to_owned(),
            borrowed: ptr::null(),
        });
        greeting.borrowed = &raw const greeting.name; // ①
        greeting
    }

    pub(crate) fn points_to_own_name(&self) -> bool {
        ptr::eq(self.borrowed, &self.name)
    }
}

fn main() {
    let pinned = Greeting::new("Ada");
    let before = pinned.points_to_own_name();
    println!("pinned: points to its own name: {before}");

    let moved = *Pin::into_inner(pinned); // ②
    let after = moved.points_to_own_name();
    println!("moved:  points to its own name: {after}");
}
// ANCHOR_END: greeting
