//! The ready-made waker slot of the `futures` crate, in a flag that one task waits for.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use futures::executor::block_on;
use futures::task::AtomicWaker;

// ANCHOR: flag
#[derive(Default)]
pub(crate) struct Flag {
    set: AtomicBool,
    waker: AtomicWaker,
}

impl Flag {
    pub(crate) fn set(&self) {
        self.set.store(true, Ordering::Release);
        self.waker.wake(); // ①
    }

    pub(crate) fn poll_set(&self, cx: &mut Context<'_>) -> Poll<()> {
        if self.set.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        self.waker.register(cx.waker()); // ②
        if self.set.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}
// ANCHOR_END: flag

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

// ANCHOR: main
fn main() {
    for _ in 0..1000 {
        let flag = Arc::new(Flag::default());
        let setter = thread::spawn({
            let flag = flag.clone();
            move || flag.set()
        });
        block_on(poll_fn(|cx| flag.poll_set(cx)));
        setter.join().expect("the setter doesn't panic");
    }
    println!("1000 races of real threads: none hangs");

    let flag = Flag::default();
    let tasks = [(); 2].map(|()| Arc::new(Wakes::default()));
    for task in &tasks {
        let waker = Waker::from(task.clone());
        let waiting = pin!(poll_fn(|cx| flag.poll_set(cx))); // ③
        assert!(waiting.poll(&mut Context::from_waker(&waker)).is_pending());
    }
    flag.set();
    let wakes = tasks.map(|task| task.0.load(Ordering::Relaxed));
    println!("wake-ups of two tasks: {wakes:?}");
}
// ANCHOR_END: main
