//! Polls the future by hand with wakers that count, and lets the setter in between its look at the
//! flag and its waker: the slot is locked until the setter is done.

mod exercise;

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use exercise::{FlagFuture, Slot};
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

    /// Polls a future whose flag isn't set.
    fn poll_in_vain<F: Future>(&self, future: Pin<&mut F>) {
        if self.poll(future).is_ready() {
            verdict::fail("too-early")
        }
        if self.woken() {
            verdict::fail("busy")
        }
    }

    fn woken(&self) -> bool {
        self.wakes.0.load(Ordering::Relaxed) > 0
    }
}

/// What the future and the setter share.
#[derive(Clone, Default)]
struct Shared {
    flag: Arc<AtomicBool>,
    slot: Slot,
}

impl Shared {
    fn future(&self) -> FlagFuture {
        FlagFuture::new(self.flag.clone(), self.slot.clone())
    }

    fn set(&self) {
        self.flag.store(true, Ordering::Release);
        let waker = self.slot.lock().unwrap().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

fn spurious_polls() {
    let (shared, task) = (Shared::default(), Task::new());
    let mut future = pin!(shared.future());
    for _ in 0..3 {
        task.poll_in_vain(future.as_mut());
    }
    shared.set();
    if !task.woken() {
        verdict::fail("no-waker")
    }
    if task.poll(future).is_pending() {
        verdict::fail("flag-missed")
    }
}

fn set_before_the_first_poll() {
    let shared = Shared::default();
    shared.set();
    if Task::new().poll(pin!(shared.future())).is_pending() {
        verdict::fail("flag-missed")
    }
}

/// Somebody empties the slot and the flag isn't set: the next poll has to fill it again.
fn empty_slot() {
    let (shared, task) = (Shared::default(), Task::new());
    let mut future = pin!(shared.future());
    task.poll_in_vain(future.as_mut());
    drop(shared.slot.lock().unwrap().take());
    task.poll_in_vain(future.as_mut());
    shared.set();
    if !task.woken() {
        verdict::fail("no-waker")
    }
}

fn another_task() {
    let (shared, first, second) = (Shared::default(), Task::new(), Task::new());
    let mut future = pin!(shared.future());
    first.poll_in_vain(future.as_mut());
    second.poll_in_vain(future.as_mut());
    shared.set();
    if !second.woken() {
        verdict::fail("first-waker")
    }
}

/// Whether a poll that could look at the flag, but not yet reach the slot, misses the setter.
/// Should the polling thread come late, the flag is set when it looks: a chance to find the fault is
/// gone, and no right answer is called wrong.
fn loses_the_race() -> bool {
    let (shared, task) = (Shared::default(), Task::new());
    let mut slot = shared.slot.lock().unwrap();
    let poll = thread::scope(|scope| {
        let poller = scope.spawn(|| task.poll(pin!(shared.future())));
        thread::sleep(Duration::from_millis(5));
        shared.flag.store(true, Ordering::Release);
        let waker = slot.take();
        drop(slot);
        if let Some(waker) = waker {
            waker.wake();
        }
        poller.join()
    });
    poll.is_ok_and(|poll| poll.is_pending()) && !task.woken()
}

fn main() {
    spurious_polls();
    set_before_the_first_poll();
    empty_slot();
    another_task();
    for _ in 0..20 {
        if loses_the_race() {
            verdict::fail("lost-race")
        }
    }
    verdict::pass()
}
