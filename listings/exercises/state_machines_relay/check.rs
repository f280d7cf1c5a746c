//! Polls `relay` by hand over two scripted children and judges what they saw.

mod exercise;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use listings::verdict;

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Pending as often as it says, then ready; counts the living and the polls.
struct Child<'a> {
    pending: u32,
    value: u32,
    alive: &'a Cell<u32>,
    polls: &'a Cell<u32>,
    done: bool,
}

impl<'a> Child<'a> {
    fn new(pending: u32, value: u32, alive: &'a Cell<u32>, polls: &'a Cell<u32>) -> Self {
        alive.set(alive.get() + 1);
        Self {
            pending,
            value,
            alive,
            polls,
            done: false,
        }
    }
}

impl Future for Child<'_> {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u32> {
        if self.done {
            verdict::fail("after-ready")
        }
        self.polls.set(self.polls.get() + 1);
        if self.pending > 0 {
            self.pending -= 1;
            return Poll::Pending;
        }
        self.done = true;
        Poll::Ready(self.value)
    }
}

impl Drop for Child<'_> {
    fn drop(&mut self) {
        self.alive.set(self.alive.get() - 1);
    }
}

/// With how many `Pending` each child answers before it is ready.
fn check(first: u32, second: u32) {
    let (alive, polls) = (Cell::new(0), Cell::new(0));
    let child = Child::new(first, 12, &alive, &polls);
    let overlap = Cell::new(false);
    let next = |key: u32| {
        overlap.set(overlap.get() || alive.get() > 0);
        Child::new(second, key + 18, &alive, &polls)
    };
    let mut future = pin!(exercise::relay(child, next));

    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut cx = Context::from_waker(&waker);
    for round in 0..=first + second {
        let outcome = future.as_mut().poll(&mut cx);
        if wakes.0.load(Ordering::Relaxed) > 0 {
            verdict::fail("busy")
        }
        // In the round in which the first is ready, the second is polled too.
        let expected = round + 1 + u32::from(round >= first);
        if polls.get() < expected {
            verdict::fail("stalled")
        }
        if polls.get() > expected {
            verdict::fail("blocked")
        }
        if overlap.get() {
            verdict::fail("late-drop")
        }
        match outcome {
            Poll::Ready(42) if round == first + second => {}
            Poll::Ready(_) => verdict::fail("value"),
            Poll::Pending if round == first + second => verdict::fail("stalled"),
            Poll::Pending => {}
        }
    }
    if alive.get() > 0 {
        verdict::fail("late-drop")
    }
    let again = || drop(future.as_mut().poll(&mut cx));
    if catch_unwind(AssertUnwindSafe(again)).is_ok() {
        verdict::fail("after-ready")
    }
}

fn main() {
    // The panic at the end is asked for.
    set_hook(Box::new(|_| {}));
    for (first, second) in [(0, 0), (1, 0), (0, 1), (2, 1), (1, 3)] {
        check(first, second);
    }
    verdict::pass()
}
