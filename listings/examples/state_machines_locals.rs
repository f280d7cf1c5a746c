//! When the locals of an async fn are dropped: at the end of their scope, or with the future.

use std::pin::pin;
use std::task::{Context, Waker};

use futures::pending;

// ANCHOR: locals
struct Held(&'static str);

impl Drop for Held {
    fn drop(&mut self) {
        print!("drop {}, ", self.0);
    }
}

async fn shift() {
    let _apron = Held("apron");
    let cup = Held("cup");
    print!("wash {}, ", cup.0); // ①
    pending!();
    print!("rest, ");
}

fn main() {
    for polls in [2, 1] {
        poll_and_drop(shift(), polls);
        println!("end");
    }
}

fn poll_and_drop(future: impl Future, polls: u32) {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    for _ in 0..polls {
        let ready = future.as_mut().poll(&mut cx).is_ready();
        print!("{}, ", if ready { "Ready" } else { "Pending" });
    }
} // ②
// ANCHOR_END: locals
