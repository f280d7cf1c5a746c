//! Asks the timers at times that it makes up: no clock runs and nothing sleeps.

mod exercise;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Wake, Waker};
use std::time::Duration;

use exercise::{Key, Timers};
use listings::verdict;

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A timer and how often its task was woken.
struct Timer {
    wakes: Arc<Wakes>,
    key: Key,
}

impl Timer {
    fn new(timers: &mut Timers, at: u64) -> Self {
        let wakes = Arc::new(Wakes::default());
        let key = timers.insert(ms(at), Waker::from(wakes.clone()));
        Self { wakes, key }
    }

    fn woken(&self) -> usize {
        self.wakes.0.load(Ordering::Relaxed)
    }
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn sleeps(timers: &Timers, now: u64, expected: Option<u64>) -> bool {
    timers.timeout(ms(now)) == expected.map(ms)
}

fn the_first_due_comes_first() {
    let mut timers = Timers::default();
    if !sleeps(&timers, 0, None) {
        verdict::fail("oversleeps")
    }
    let at = [30, 10, 20].map(|at| Timer::new(&mut timers, at));
    if !sleeps(&timers, 0, Some(10)) || !sleeps(&timers, 4, Some(6)) {
        verdict::fail("oversleeps")
    }
    timers.fire(ms(9));
    if at.iter().any(|timer| timer.woken() > 0) {
        verdict::fail("too-early")
    }
    timers.fire(ms(10));
    if at[1].woken() == 0 {
        verdict::fail("left-behind")
    }
    if at[0].woken() + at[2].woken() > 0 {
        verdict::fail("too-early")
    }
    if !sleeps(&timers, 10, Some(10)) {
        verdict::fail("oversleeps")
    }
}

fn several_due_at_once() {
    let mut timers = Timers::default();
    let at = [20, 10, 20, 40].map(|at| Timer::new(&mut timers, at));
    timers.fire(ms(25));
    if at[..3].iter().any(|timer| timer.woken() == 0) {
        verdict::fail("left-behind")
    }
    if at[3].woken() > 0 {
        verdict::fail("too-early")
    }
    timers.fire(ms(30));
    if at.iter().any(|timer| timer.woken() > 1) {
        verdict::fail("twice")
    }
}

fn overdue() {
    let mut timers = Timers::default();
    Timer::new(&mut timers, 10);
    std::panic::set_hook(Box::new(|_| ()));
    let asked = catch_unwind(AssertUnwindSafe(|| sleeps(&timers, 15, Some(0))));
    drop(std::panic::take_hook());
    if !asked.unwrap_or(false) {
        verdict::fail("overdue")
    }
}

fn removed() {
    let mut timers = Timers::default();
    let at = [10, 20].map(|at| Timer::new(&mut timers, at));
    timers.remove(at[0].key);
    if !sleeps(&timers, 0, Some(20)) {
        verdict::fail("removed")
    }
    timers.fire(ms(20));
    if at[0].woken() > 0 {
        verdict::fail("removed")
    }
    if at[1].woken() == 0 {
        verdict::fail("left-behind")
    }
    if !sleeps(&timers, 20, None) {
        verdict::fail("removed")
    }
}

fn main() {
    the_first_due_comes_first();
    several_due_at_once();
    overdue();
    removed();
    verdict::pass()
}
