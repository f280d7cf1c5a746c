//! The race of `wakers_race.rs` under loom: its source with loom's types in place of std's, run in
//! one order of events after the other.

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use loom::sync::{Arc, Mutex};
    pub(crate) use loom::thread;
}

#[path = "wakers_race.rs"]
#[allow(dead_code, unused_imports)]
mod race;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use race::{OneCheck, TwoChecks, loses_the_wake};

/// Counts the executions that loom makes, and those in which the wake-up is lost.
fn explore(name: &str, loses: impl Fn() -> bool + Send + Sync + 'static) {
    let counts = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
    let counted = counts.clone();
    loom::model(move || {
        counted.0.fetch_add(1, Ordering::Relaxed);
        if loses() {
            counted.1.fetch_add(1, Ordering::Relaxed);
        }
    });
    let all = counts.0.load(Ordering::Relaxed);
    let lost = counts.1.load(Ordering::Relaxed);
    println!("{name}: {all} executions, wake-up lost in {lost}");
}

fn main() {
    explore("one check", || loses_the_wake(OneCheck));
    explore("two checks", || loses_the_wake(TwoChecks));
}
