//! The exercise of the chapter, solved without a type of its own.

use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::thread;

use futures::executor::block_on;

pub(crate) type Slot = Arc<Mutex<Option<Waker>>>;

// ANCHOR: wait_for
pub(crate) fn wait_for(flag: Arc<AtomicBool>, slot: Slot) -> impl Future<Output = ()> {
    poll_fn(move |cx| {
        if flag.load(Ordering::Acquire) {
            return Poll::Ready(()); // ①
        }
        let mut kept = slot.lock().expect("nobody panics here");
        match &mut *kept {
            Some(waker) => waker.clone_from(cx.waker()),
            None => *kept = Some(cx.waker().clone()),
        }
        if flag.load(Ordering::Acquire) {
            return Poll::Ready(()); // ②
        }
        Poll::Pending
    })
}
// ANCHOR_END: wait_for

fn main() {
    for _ in 0..1000 {
        let (flag, slot) = (Arc::new(AtomicBool::new(false)), Slot::default());
        let waiting = wait_for(flag.clone(), slot.clone());
        let setter = thread::spawn(move || {
            flag.store(true, Ordering::Release);
            let waker = slot.lock().expect("nobody panics here").take();
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        block_on(waiting);
        setter.join().expect("the setter doesn't panic");
    }
    println!("1000 races of real threads: none hangs");
}
