//! A waker that counts its calls, a future that follows a script, and polls by hand.

use std::cell::Cell;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};

#[derive(Default)]
/// Counts the calls of its waker.
pub struct Wakes(AtomicU32);

impl Wakes {
    /// The calls until now.
    pub fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A waker and its count.
pub fn counting_waker() -> (Arc<Wakes>, Waker) {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    (wakes, waker)
}

/// One poll with this waker.
pub fn poll_by<F: Future>(future: Pin<&mut F>, waker: &Waker) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(waker))
}

/// One more poll, with a waker that does nothing.
pub fn poll_once<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    poll_by(future, Waker::noop())
}

/// Pending as often as said, then ready; counts its polls and its drops.
pub struct Scripted<'a> {
    /// How often it is still `Pending`.
    pub pending: u32,
    /// How often it was polled.
    pub polls: &'a Cell<u32>,
    /// How often it was dropped.
    pub drops: &'a Cell<u32>,
}

impl Future for Scripted<'_> {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        self.polls.set(self.polls.get() + 1);
        if self.pending == 0 {
            return Poll::Ready(7);
        }
        self.pending -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

impl Drop for Scripted<'_> {
    fn drop(&mut self) {
        self.drops.set(self.drops.get() + 1);
    }
}
