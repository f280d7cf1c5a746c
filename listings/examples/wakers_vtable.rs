//! A waker without an allocation: four functions over a static, and the clones they count.

use std::pin::{Pin, pin};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};

// ANCHOR: vtable
pub(crate) struct Signal {
    pub(crate) woken: AtomicBool,
    pub(crate) clones: AtomicU32,
}

static VTABLE: RawWakerVTable = RawWakerVTable::new(clone, wake, wake, release); // ①

/// # Safety
///
/// `data` comes from a waker that `waker` made, or from a clone of it.
unsafe fn signal(data: *const ()) -> &'static Signal {
    // SAFETY: `waker` got the pointer from a `&'static Signal`, and clones copy it.
    unsafe { &*data.cast::<Signal>() } // ②
}

unsafe fn clone(data: *const ()) -> RawWaker {
    // SAFETY: only wakers with `VTABLE` call this, and `waker` makes them all.
    let signal = unsafe { signal(data) };
    signal.clones.fetch_add(1, Ordering::Relaxed);
    RawWaker::new(data, &VTABLE)
}

unsafe fn wake(data: *const ()) {
    // SAFETY: as in `clone`.
    let signal = unsafe { signal(data) };
    signal.woken.store(true, Ordering::Release);
}

unsafe fn release(_: *const ()) {} // ③

pub(crate) fn waker(signal: &'static Signal) -> Waker {
    // SAFETY: the functions of `VTABLE` take the pointer to a `Signal` that lives for ever, share it
    // by `&` only, and touch nothing but atomics, so any thread may call them. A clone wakes the
    // same signal. No waker owns anything, so `wake` and `release` have nothing to give back.
    unsafe { Waker::new(ptr::from_ref(signal).cast(), &VTABLE) } // ④
}
// ANCHOR_END: vtable

static SIGNAL: Signal = Signal {
    woken: AtomicBool::new(false),
    clones: AtomicU32::new(0),
};

// ANCHOR: main
#[derive(Default)]
pub(crate) struct Never {
    pub(crate) by_clone_from: bool,
    pub(crate) kept: Option<Waker>,
}

impl Future for Never {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let by_clone_from = self.by_clone_from;
        match &mut self.kept {
            Some(kept) if by_clone_from => kept.clone_from(cx.waker()), // ⑤
            kept => *kept = Some(cx.waker().clone()),                   // ⑥
        }
        Poll::Pending
    }
}

fn main() {
    let waker = waker(&SIGNAL);
    for by_clone_from in [false, true] {
        let mut never = pin!(Never {
            by_clone_from,
            kept: None
        });
        for _ in 0..1000 {
            let poll = never.as_mut().poll(&mut Context::from_waker(&waker));
            assert!(poll.is_pending());
        }
        let kept = never.kept.take().expect("the poll has left it");
        assert!(kept.will_wake(&waker)); // ⑦
        kept.wake();
        assert!(SIGNAL.woken.swap(false, Ordering::Acquire));
        let clones = SIGNAL.clones.swap(0, Ordering::Relaxed);
        println!("clone_from: {by_clone_from}, clones in 1000 polls: {clones}");
    }
}
// ANCHOR_END: main
