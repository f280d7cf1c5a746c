//! A task that is polled by hand, and counts what its waker sees.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// Counts the calls of a waker.
#[derive(Default)]
pub struct Wakes(pub AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A task that is polled by hand.
pub struct Task {
    /// The calls of its waker.
    pub wakes: Arc<Wakes>,
    /// Its waker.
    pub waker: Waker,
}

impl Task {
    /// A task that nobody has woken.
    pub fn new() -> Self {
        let wakes = Arc::new(Wakes::default());
        let waker = Waker::from(wakes.clone());
        Self { wakes, waker }
    }

    /// One poll with its waker.
    pub fn poll<F: Future>(&self, future: Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(&self.waker))
    }

    /// The wake-ups until now.
    pub fn woken(&self) -> usize {
        self.wakes.0.load(Ordering::Relaxed)
    }

    /// The clones of its waker that somebody holds.
    pub fn wakers_held(&self) -> usize {
        Arc::strong_count(&self.wakes) - 2
    }
}
