//! Polls the mailbox by hand with wakers that count, and judges who was woken.

mod exercise;

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use exercise::Mailbox;
use listings::verdict;

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A task that is polled by hand.
struct Task {
    wakes: Arc<Wakes>,
    waker: Waker,
}

impl Task {
    fn new() -> Self {
        let wakes = Arc::new(Wakes::default());
        let waker = Waker::from(wakes.clone());
        Self { wakes, waker }
    }

    fn poll<F: Future>(&self, future: Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(&self.waker))
    }

    /// Polls a future that has nothing to be ready with.
    fn poll_in_vain<F: Future>(&self, future: Pin<&mut F>) {
        if self.poll(future).is_ready() {
            verdict::fail("too-early")
        }
        if self.woken() > 0 {
            verdict::fail("busy")
        }
    }

    fn woken(&self) -> usize {
        self.wakes.0.load(Ordering::Relaxed)
    }

    /// The clones of its waker that somebody keeps.
    fn wakers_held(&self) -> usize {
        Arc::strong_count(&self.wakes) - 2
    }
}

fn deliver<F: Future<Output = String>>(task: &Task, take: Pin<&mut F>, message: &str) {
    match task.poll(take) {
        Poll::Ready(taken) if taken == message => {}
        _ => verdict::fail("lost-message"),
    }
}

fn put_before_take() {
    let mailbox = Mailbox::default();
    mailbox.put("early");
    deliver(&Task::new(), pin!(mailbox.take()), "early");
}

fn take_before_put() {
    let mailbox = Mailbox::default();
    let task = Task::new();
    let mut take = pin!(mailbox.take());
    task.poll_in_vain(take.as_mut());
    task.poll_in_vain(take.as_mut());
    if task.wakers_held() == 0 {
        verdict::fail("nobody-holds")
    }
    mailbox.put("late");
    if task.woken() == 0 {
        verdict::fail("not-woken")
    }
    deliver(&task, take, "late");
}

/// The future moves to another task, and a later future waits in a third one.
fn another_task() {
    let mailbox = Mailbox::default();
    let (first, second, third) = (Task::new(), Task::new(), Task::new());
    {
        let mut take = pin!(mailbox.take());
        first.poll_in_vain(take.as_mut());
        second.poll_in_vain(take.as_mut());
        mailbox.put("moved");
        if second.woken() == 0 {
            verdict::fail("first-waker")
        }
        deliver(&second, take, "moved");
    }
    let mut take = pin!(mailbox.take());
    third.poll_in_vain(take.as_mut());
    mailbox.put("again");
    if third.woken() == 0 {
        verdict::fail("first-waker")
    }
    deliver(&third, take, "again");
}

fn main() {
    put_before_take();
    take_before_put();
    another_task();
    verdict::pass()
}
