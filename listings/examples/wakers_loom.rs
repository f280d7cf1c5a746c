//! Runs the races of two other listings under loom, which tries their interleavings one by one.

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    pub(crate) use loom::sync::{Arc, Mutex};
    pub(crate) use loom::thread;
}

#[path = "wakers_publish.rs"]
#[allow(dead_code, unused_imports)]
mod publish;
#[path = "wakers_race.rs"]
#[allow(dead_code, unused_imports)]
mod race;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use publish::look;
use race::{OneCheck, TwoChecks, loses_the_wake};

/// Counts the executions that loom makes of `race`, and those that go wrong.
fn explore(name: &str, goes_wrong: impl Fn() -> bool + Send + Sync + 'static) {
    let count = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
    let counted = count.clone();
    loom::model(move || {
        counted[0].fetch_add(1, Ordering::Relaxed);
        if goes_wrong() {
            counted[1].fetch_add(1, Ordering::Relaxed);
        }
    });
    let [all, wrong] = [&count[0], &count[1]].map(|n| n.load(Ordering::Relaxed));
    println!("{name:22} {all:3} executions, {wrong} of them wrong");
}

fn missing(found: Option<u32>) -> bool {
    found.is_some_and(|message| message != 42)
}

fn main() {
    explore("one check:", || loses_the_wake(OneCheck));
    explore("two checks:", || loses_the_wake(TwoChecks));
    explore("Relaxed, Relaxed:", || {
        missing(look(Ordering::Relaxed, Ordering::Relaxed))
    });
    explore("Release, Relaxed:", || {
        missing(look(Ordering::Release, Ordering::Relaxed))
    });
    explore("Relaxed, Acquire:", || {
        missing(look(Ordering::Relaxed, Ordering::Acquire))
    });
    explore("Release, Acquire:", || {
        missing(look(Ordering::Release, Ordering::Acquire))
    });
}
