//! A pointer into its own struct, set before the struct has got its last place.

use std::ptr;

// ANCHOR: greeting
struct Greeting {
    name: String,
    borrowed: *const String, // ①
}

impl Greeting {
    fn borrow_own_name(&mut self) {
        self.borrowed = &raw const self.name; // ②
    }

    fn points_to_own_name(&self) -> bool {
        ptr::eq(self.borrowed, &self.name) // ③
    }
}

fn main() {
    let mut greeting = Greeting {
        name: String::from("Ada"),
        borrowed: ptr::null(),
    };
    greeting.borrow_own_name();
    let before = greeting.points_to_own_name();
    println!("{}: points to its own name: {before}", greeting.name);

    let pinned = Box::pin(greeting); // ④
    let after = pinned.points_to_own_name();
    println!("{}: points to its own name: {after}", pinned.name);
}
// ANCHOR_END: greeting
