//! The races of the chapter `wakers` under loom: the sources of two listings with loom's types in
//! place of std's, in every order of events that loom knows.

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    pub(crate) use loom::sync::{Arc, Mutex};
    pub(crate) use loom::thread;
}

#[path = "../examples/wakers_publish.rs"]
#[allow(dead_code, unused_imports)]
mod publish;
#[path = "../examples/wakers_race.rs"]
#[allow(dead_code, unused_imports)]
mod race;

use std::panic::{AssertUnwindSafe, catch_unwind};

use loom::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};
use publish::look;
use race::{OneCheck, TwoChecks, loses_the_wake};

#[test]
fn two_checks_lose_no_wake() {
    loom::model(|| assert!(!loses_the_wake(TwoChecks), "a lost wake-up"));
}

#[test]
#[should_panic(expected = "a lost wake-up")]
fn one_check_loses_a_wake() {
    loom::model(|| assert!(!loses_the_wake(OneCheck), "a lost wake-up"));
}

/// Whether each look that sees the flag finds the message as well.
fn message_is_found(store: Ordering, load: Ordering) -> bool {
    catch_unwind(AssertUnwindSafe(|| {
        loom::model(move || assert!(matches!(look(store, load), None | Some(42))));
    }))
    .is_ok()
}

#[test]
fn flag_publishes_its_message_by_release_and_acquire_only() {
    assert!(message_is_found(Release, Acquire));
    assert!(!message_is_found(Relaxed, Acquire));
    assert!(!message_is_found(Release, Relaxed));
    assert!(!message_is_found(Relaxed, Relaxed));
}

/// The wake-up itself needs no ordering of the flag: the lock of the slot orders the second look.
#[test]
fn relaxed_flag_loses_no_wake() {
    loom::model(|| {
        let flag = loom::sync::Arc::new((
            loom::sync::atomic::AtomicBool::new(false),
            loom::sync::Mutex::new(false),
        ));
        let setter = loom::thread::spawn({
            let flag = flag.clone();
            move || {
                flag.0.store(true, Relaxed);
                // Whether there is a waker to call.
                *flag.1.lock().unwrap()
            }
        });
        *flag.1.lock().unwrap() = true;
        let seen = flag.0.load(Relaxed);
        let woken = setter.join().unwrap();
        assert!(seen || woken, "a lost wake-up");
    });
}
