//! A future that makes its inner future anew at each poll, and one that keeps it.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures::future::{BoxFuture, FutureExt};
use tokio::sync::{Mutex, OwnedMutexGuard};

// ANCHOR: fresh_lock
pub(crate) struct FreshLock {
    pub(crate) mutex: Arc<Mutex<u32>>,
}

impl Future for FreshLock {
    type Output = OwnedMutexGuard<u32>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let lock = pin!(self.mutex.clone().lock_owned()); // ①
        lock.poll(cx)
    } // ②
}
// ANCHOR_END: fresh_lock

// ANCHOR: kept_lock
pub(crate) struct KeptLock {
    pub(crate) lock: BoxFuture<'static, OwnedMutexGuard<u32>>, // ③
}

impl Future for KeptLock {
    type Output = OwnedMutexGuard<u32>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.lock.as_mut().poll(cx)
    }
}
// ANCHOR_END: kept_lock

// ANCHOR: watched
#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn wait_for<T>(name: &str, fut: impl Future<Output = T>, release: impl FnOnce()) {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut cx = Context::from_waker(&waker);
    let mut fut = pin!(fut);

    let first = fut.as_mut().poll(&mut cx);
    let held = Arc::strong_count(&wakes) - 2; // ④
    release();
    let woken = wakes.0.load(Ordering::Relaxed);
    let second = fut.as_mut().poll(&mut cx); // ⑤
    println!("{name}:");
    println!("  poll 1: ready {}, wakers held: {held}", first.is_ready());
    println!("  the lock is released: {woken} wake-ups");
    println!("  polled all the same: ready {}", second.is_ready());
}
// ANCHOR_END: watched

fn main() {
    let mutex = Arc::new(Mutex::new(0));

    let guard = mutex.clone().try_lock_owned().expect("nobody has it");
    let fresh = FreshLock {
        mutex: mutex.clone(),
    };
    wait_for("FreshLock", fresh, || drop(guard));

    let guard = mutex.clone().try_lock_owned().expect("nobody has it");
    let lock = mutex.clone().lock_owned().boxed();
    wait_for("KeptLock", KeptLock { lock }, || drop(guard));
}
