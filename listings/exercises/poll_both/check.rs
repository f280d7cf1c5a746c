//! Polls `both` by hand over two scripted children and judges what they saw.

mod exercise;

use std::cell::Cell;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use listings::verdict;

/// The rounds in which the two children become ready, counted from 1.
const SCRIPTS: [(u32, u32); 5] = [(1, 1), (2, 2), (1, 3), (3, 1), (2, 5)];

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Ready in the round `ready_in`, however often it is asked before.
struct Child<'a> {
    value: u32,
    ready_in: u32,
    /// Which poll of `both` is going on.
    round: &'a Cell<u32>,
    /// The last round in which this child was polled.
    polled_in: &'a Cell<u32>,
    done: bool,
}

impl Future for Child<'_> {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u32> {
        if self.done {
            verdict::fail("polled-after-ready")
        }
        let round = self.round.get();
        if self.polled_in.replace(round) == round {
            verdict::fail("blocked")
        }
        if round < self.ready_in {
            return Poll::Pending;
        }
        self.done = true;
        Poll::Ready(self.value)
    }
}

fn check(first_in: u32, second_in: u32) {
    let (round, first_polled, second_polled) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let child = |value, ready_in, polled_in| Child {
        value,
        ready_in,
        round: &round,
        polled_in,
        done: false,
    };
    let first = child(1, first_in, &first_polled);
    let second = child(2, second_in, &second_polled);
    let mut future = pin!(exercise::both(first, second));

    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut cx = Context::from_waker(&waker);
    for now in 1..=first_in.max(second_in) {
        round.set(now);
        let outcome = future.as_mut().poll(&mut cx);
        if first_polled.get() == 0 || second_polled.get() == 0 {
            verdict::fail("starved")
        }
        if wakes.0.load(Ordering::Relaxed) > 0 {
            verdict::fail("busy")
        }
        match outcome {
            Poll::Ready((1, 2)) => return,
            Poll::Ready(_) => verdict::fail("value"),
            Poll::Pending => {}
        }
    }
    verdict::fail("stalled")
}

fn main() {
    for (first_in, second_in) in SCRIPTS {
        check(first_in, second_in);
    }
    verdict::pass()
}
