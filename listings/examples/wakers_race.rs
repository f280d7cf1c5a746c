//! A future that looks at its flag before it leaves the waker, and one that looks again after it:
//! the same source with std's types here, with loom's in `wakers_loom.rs`.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use crate::sync::{Arc, AtomicBool, Mutex, Ordering, thread};

// ANCHOR: sync
mod sync {
    pub(crate) use std::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use std::sync::{Arc, Mutex};
    pub(crate) use std::thread;
}
// ANCHOR_END: sync

// ANCHOR: setter
#[derive(Default)]
pub(crate) struct Flag {
    set: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

impl Flag {
    fn set(&self) {
        self.set.store(true, Ordering::Release); // ①
        let waker = self.waker.lock().expect("nobody panics here").take(); // ②
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn is_set(&self) -> bool {
        self.set.load(Ordering::Acquire)
    }

    fn store_waker(&self, waker: &Waker) {
        *self.waker.lock().expect("nobody panics here") = Some(waker.clone());
    }
}
// ANCHOR_END: setter

// ANCHOR: one_check
pub(crate) struct OneCheck(pub(crate) Arc<Flag>);

impl Future for OneCheck {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.0.is_set() {
            return Poll::Ready(());
        }
        self.0.store_waker(cx.waker()); // ③
        Poll::Pending
    }
}
// ANCHOR_END: one_check

// ANCHOR: two_checks
pub(crate) struct TwoChecks(pub(crate) Arc<Flag>);

impl Future for TwoChecks {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.0.is_set() {
            return Poll::Ready(()); // ④
        }
        self.0.store_waker(cx.waker()); // ⑤
        if self.0.is_set() {
            return Poll::Ready(()); // ⑥
        }
        Poll::Pending
    }
}
// ANCHOR_END: two_checks

// ANCHOR: race
/// One poll against one setter: whether the task is left without a wake-up.
pub(crate) fn loses_the_wake<F: Future>(wait: impl Fn(Arc<Flag>) -> F) -> bool {
    let flag = Arc::new(Flag::default());
    let setter = thread::spawn({
        let flag = flag.clone();
        move || flag.set() // ⑦
    });
    let task = std::sync::Arc::new(Wakes::default());
    let waker = Waker::from(task.clone());
    let poll = pin!(wait(flag)).poll(&mut Context::from_waker(&waker)); // ⑧
    setter.join().expect("the setter doesn't panic");
    poll.is_pending() && !task.woken() // ⑨
}
// ANCHOR_END: race

#[derive(Default)]
struct Wakes(std::sync::atomic::AtomicBool);

impl Wakes {
    fn woken(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl std::task::Wake for Wakes {
    fn wake(self: std::sync::Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

// ANCHOR: main
fn main() {
    let lost = (0..1000).filter(|_| loses_the_wake(OneCheck)).count();
    assert!(lost < 100);
    println!("one check: fewer than 100 of 1000 races lost");
    let lost = (0..1000).filter(|_| loses_the_wake(TwoChecks)).count();
    println!("two checks: {lost} of 1000 races lost");
}
// ANCHOR_END: main
