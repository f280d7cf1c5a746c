//! A pointer into its own struct, sound: pinned first, pointed then, and marked as not `Unpin`.

use std::marker::PhantomPinned;
use std::pin::Pin;
use std::ptr;

// ANCHOR: greeting
pub(crate) struct Greeting {
    name: String,
    borrowed: *const String,
    _pinned: PhantomPinned, // ①
}

impl Greeting {
    pub(crate) fn new(name: &str) -> Pin<Box<Greeting>> {
        let mut greeting = Box::pin(Greeting {
            name: name.to_owned(),
            borrowed: ptr::null(),
            _pinned: PhantomPinned,
        }); // ②
        // SAFETY: `this` is used to write one field; the greeting isn't moved through it.
        let this = unsafe { greeting.as_mut().get_unchecked_mut() };
        this.borrowed = &raw const this.name; // ③
        greeting
    }

    pub(crate) fn text(self: Pin<&Self>) -> String {
        // SAFETY: `new` is the only constructor: it pinned this greeting and then set `borrowed`
        // to its `name`. The greeting is pinned and not `Unpin`, so it has not moved since, and
        // nothing gives out a `&mut` to `name`.
        let name = unsafe { &*self.borrowed }; // ④
        format!("hello, {name}")
    }
}
// ANCHOR_END: greeting

// ANCHOR: main
fn main() {
    let greeting = Greeting::new("Ada");
    println!("{}", greeting.as_ref().text());

    let kept = vec![greeting, Greeting::new("Grace")]; // ①
    for greeting in &kept {
        let own = ptr::eq(greeting.borrowed, &greeting.name);
        let text = greeting.as_ref().text();
        println!("{text}: points to its own name: {own}");
    }
}
// ANCHOR_END: main
