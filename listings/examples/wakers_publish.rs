//! A flag that says that a message lies there: the same source with std's types here, with loom's in
//! `wakers_loom_publish.rs`.

use crate::sync::{Arc, AtomicBool, AtomicU32, Ordering, thread};

mod sync {
    pub(crate) use std::sync::Arc;
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    pub(crate) use std::thread;
}

// ANCHOR: publish
/// What one look finds: nothing yet, or the message that the flag announces.
pub(crate) fn look(store: Ordering, load: Ordering) -> Option<u32> {
    let message = Arc::new((AtomicU32::new(0), AtomicBool::new(false)));
    let setter = thread::spawn({
        let message = message.clone();
        move || {
            message.0.store(42, Ordering::Relaxed); // ①
            message.1.store(true, store); // ②
        }
    });
    let set = message.1.load(load); // ③
    let found = set.then(|| message.0.load(Ordering::Relaxed)); // ④
    setter.join().expect("the setter doesn't panic");
    found
}
// ANCHOR_END: publish

fn main() {
    let found = look(Ordering::Release, Ordering::Acquire);
    assert!(found.is_none_or(|message| message == 42));
}
