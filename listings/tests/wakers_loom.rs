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

use loom::sync::atomic::AtomicBool;
use loom::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};
use loom::sync::{Arc, Mutex};
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

/// Whether one poll with two checks can miss a setter that does its two steps in this order.
fn two_checks_can_miss(flag_first: bool) -> bool {
    catch_unwind(AssertUnwindSafe(|| {
        loom::model(move || {
            let flag = Arc::new((AtomicBool::new(false), Mutex::new(false)));
            let setter = loom::thread::spawn({
                let flag = flag.clone();
                move || {
                    if flag_first {
                        flag.0.store(true, Relaxed);
                    }
                    // Whether there is a waker to call.
                    let woken = *flag.1.lock().expect("nobody panics here");
                    flag.0.store(true, Relaxed);
                    woken
                }
            });
            *flag.1.lock().expect("nobody panics here") = true;
            let seen = flag.0.load(Relaxed);
            let woken = setter.join().expect("it doesn't panic");
            assert!(seen || woken, "a lost wake-up");
        });
    }))
    .is_err()
}

/// The wake-up itself needs no ordering of the flag: the lock of the slot orders the second look.
#[test]
fn relaxed_flag_loses_no_wake() {
    assert!(!two_checks_can_miss(true));
}

#[test]
fn setter_that_takes_the_waker_first_is_missed() {
    assert!(two_checks_can_miss(false));
}

/// Whether one check can miss the setter when it and the storing of the waker share one lock.
fn one_check_under_the_lock_can_miss() -> bool {
    catch_unwind(AssertUnwindSafe(|| {
        loom::model(|| {
            let flag = Arc::new((AtomicBool::new(false), Mutex::new(false)));
            let setter = loom::thread::spawn({
                let flag = flag.clone();
                move || {
                    flag.0.store(true, Relaxed);
                    *flag.1.lock().expect("nobody panics here")
                }
            });
            let mut waker_stored = flag.1.lock().expect("nobody panics here");
            let seen = flag.0.load(Relaxed);
            *waker_stored = !seen;
            drop(waker_stored);
            let woken = setter.join().expect("it doesn't panic");
            assert!(seen || woken, "a lost wake-up");
        });
    }))
    .is_err()
}

/// The flag itself is set without the lock, which the setter takes only after that.
#[test]
fn one_check_under_the_lock_loses_no_wake() {
    assert!(!one_check_under_the_lock_can_miss());
}
