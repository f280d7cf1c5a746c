//! `Wake` for an `Arc`, and what the two ways to call a waker do to its count.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Wake, Waker};

// ANCHOR: safe
#[derive(Default)]
pub(crate) struct Signal {
    pub(crate) woken: AtomicBool,
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Release); // ①
    }
}
// ANCHOR_END: safe

// ANCHOR: main
fn main() {
    let signal = Arc::new(Signal::default());
    let waker = Waker::from(signal.clone()); // ②
    println!("handles: {}", Arc::strong_count(&signal));
    waker.wake_by_ref();
    println!("after wake_by_ref: {}", Arc::strong_count(&signal));
    waker.wake();
    println!("after wake: {}", Arc::strong_count(&signal));
    assert!(signal.woken.load(Ordering::Acquire));
}
// ANCHOR_END: main
