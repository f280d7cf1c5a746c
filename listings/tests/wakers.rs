//! The claims of the chapter `wakers`: who is woken, how often a task is polled for it, what a
//! waker costs, and what a poll may believe.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

#[path = "../examples/wakers_atomic_waker.rs"]
#[allow(dead_code)]
mod atomic_waker;
#[path = "../examples/wakers_by_value.rs"]
#[allow(dead_code)]
mod by_value;
#[path = "../examples/wakers_callback.rs"]
#[allow(dead_code)]
mod callback;
#[path = "../examples/wakers_flag_poll_fn.rs"]
#[allow(dead_code)]
mod flag_poll_fn;
#[path = "../examples/wakers_spurious.rs"]
#[allow(dead_code)]
mod spurious;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;
#[path = "../examples/wakers_vtable.rs"]
#[allow(dead_code)]
mod vtable;

use callback::{Reading, complete};
use spurious::{Believes, Looks};
use task::Task;

/// Runs `each` on a thread of its own and waits for it.
fn on_another_thread<T: Send + 'static>(each: impl FnOnce() -> T + Send + 'static) -> T {
    thread::spawn(each).join().expect("it doesn't panic")
}

#[test]
fn waker_is_called_from_a_thread_that_no_executor_knows() {
    let task = Task::new();
    let slot = Arc::default();
    let mut reading = pin!(Reading(Arc::clone(&slot)));
    assert!(task.poll(reading.as_mut()).is_pending());
    assert_eq!((task.woken(), task.wakers_held()), (0, 1));
    on_another_thread(move || complete(&slot, 21));
    assert_eq!((task.woken(), task.wakers_held()), (1, 0));
    assert_eq!(task.poll(reading), Poll::Ready(21));
}

#[test]
fn callback_before_the_first_poll_needs_no_wake() {
    let task = Task::new();
    let slot = Arc::default();
    complete(&slot, 21);
    assert_eq!(task.poll(pin!(Reading(slot))), Poll::Ready(21));
    assert_eq!(task.woken(), 0);
}

#[test]
fn latest_waker_takes_the_place_of_the_first() {
    let (first, second) = (Task::new(), Task::new());
    let slot = Arc::default();
    let mut reading = pin!(Reading(Arc::clone(&slot)));
    assert!(first.poll(reading.as_mut()).is_pending());
    assert!(second.poll(reading.as_mut()).is_pending());
    complete(&slot, 21);
    assert_eq!((first.woken(), second.woken()), (0, 1));
}

/// Counts its polls and leaves its waker at each.
#[derive(Clone, Default)]
struct Counted {
    polls: Arc<AtomicU32>,
    kept: Arc<Mutex<Option<Waker>>>,
}

impl Future for Counted {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.polls.fetch_add(1, Ordering::Relaxed);
        *self.kept.lock().expect("nobody panics here") = Some(cx.waker().clone());
        Poll::Pending
    }
}

#[tokio::test]
async fn tokio_too_answers_three_wakes_with_one_poll() {
    let counted = Counted::default();
    tokio::spawn(counted.clone());
    tokio::task::yield_now().await;
    assert_eq!(counted.polls.load(Ordering::Relaxed), 1);
    let waker = counted.kept.lock().unwrap().clone().unwrap();
    for _ in 0..3 {
        waker.wake_by_ref();
    }
    let polls = counted.polls.load(Ordering::Relaxed);
    assert_eq!(polls, 1, "wake runs no poll");
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(counted.polls.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn wake_during_a_poll_brings_one_more() {
    let polls = Arc::new(AtomicU32::new(0));
    let counter = polls.clone();
    tokio::spawn(std::future::poll_fn(move |cx| {
        if counter.fetch_add(1, Ordering::Relaxed) == 0 {
            cx.waker().wake_by_ref();
            cx.waker().wake_by_ref();
        }
        Poll::<()>::Pending
    }));
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(polls.load(Ordering::Relaxed), 2);
}

#[test]
fn wake_gives_its_handle_back_and_wake_by_ref_keeps_it() {
    let signal = Arc::new(by_value::Signal::default());
    let waker = Waker::from(signal.clone());
    waker.wake_by_ref();
    assert!(signal.woken.swap(false, Ordering::Acquire));
    assert_eq!(Arc::strong_count(&signal), 2);
    waker.wake();
    assert!(signal.woken.load(Ordering::Acquire));
    assert_eq!(Arc::strong_count(&signal), 1);
}

/// Remembers how many handles there were while it was woken.
#[derive(Default)]
struct ByDefault(AtomicUsize);

impl Wake for ByDefault {
    fn wake(self: Arc<Self>) {
        self.0.store(Arc::strong_count(&self), Ordering::Relaxed);
    }
}

#[test]
fn wake_by_ref_clones_the_arc_unless_it_is_written() {
    let task = Arc::new(ByDefault::default());
    let waker = Waker::from(task.clone());
    waker.wake_by_ref();
    assert_eq!(task.0.load(Ordering::Relaxed), 3);
    waker.wake();
    assert_eq!(task.0.load(Ordering::Relaxed), 2);
}

#[test]
fn clones_of_a_static_waker_wake_the_same_signal_from_any_thread() {
    static SIGNAL: vtable::Signal = vtable::Signal {
        woken: AtomicBool::new(false),
        clones: AtomicU32::new(0),
    };
    let waker = vtable::waker(&SIGNAL);
    let clone = waker.clone();
    assert!(clone.will_wake(&waker));
    assert_eq!(SIGNAL.clones.load(Ordering::Relaxed), 1);
    on_another_thread(move || clone.wake());
    assert!(SIGNAL.woken.swap(false, Ordering::Acquire));
    waker.wake_by_ref();
    assert!(SIGNAL.woken.swap(false, Ordering::Acquire));
    drop(waker);
    assert!(!SIGNAL.woken.load(Ordering::Acquire));
}

#[test]
fn clone_from_changes_the_waker_where_another_task_polls() {
    static ONE: vtable::Signal = vtable::Signal {
        woken: AtomicBool::new(false),
        clones: AtomicU32::new(0),
    };
    static OTHER: vtable::Signal = vtable::Signal {
        woken: AtomicBool::new(false),
        clones: AtomicU32::new(0),
    };
    let (one, other) = (vtable::waker(&ONE), vtable::waker(&OTHER));
    assert!(!one.will_wake(&other));
    let mut kept = one.clone();
    kept.clone_from(&one);
    assert_eq!(ONE.clones.load(Ordering::Relaxed), 1);
    kept.clone_from(&other);
    kept.wake();
    assert!(!ONE.woken.load(Ordering::Acquire));
    assert!(OTHER.woken.load(Ordering::Acquire));
}

#[test]
fn second_poll_makes_the_believer_ready_without_the_flag() {
    let task = Task::new();
    let flag = Arc::new(spurious::Flag::default());
    let mut believes = pin!(Believes {
        flag: flag.clone(),
        asked: false
    });
    assert!(task.poll(believes.as_mut()).is_pending());
    assert!(task.poll(believes).is_ready());
    assert!(!flag.is_set());
    assert_eq!(task.woken(), 0);
}

#[test]
fn any_number_of_polls_leaves_the_one_that_looks_pending() {
    let task = Task::new();
    let flag = Arc::new(spurious::Flag::default());
    let mut looks = pin!(Looks { flag: flag.clone() });
    for _ in 0..100 {
        assert!(task.poll(looks.as_mut()).is_pending());
        assert_eq!((task.woken(), task.wakers_held()), (0, 1));
    }
    flag.set();
    assert_eq!(task.woken(), 1);
    assert!(task.poll(looks).is_ready());
}

#[test]
fn atomic_waker_clones_no_waker_that_it_has() {
    static SIGNAL: vtable::Signal = vtable::Signal {
        woken: AtomicBool::new(false),
        clones: AtomicU32::new(0),
    };
    let waker = vtable::waker(&SIGNAL);
    let flag = atomic_waker::Flag::default();
    for _ in 0..100 {
        let poll = flag.poll_set(&mut Context::from_waker(&waker));
        assert!(poll.is_pending());
    }
    assert_eq!(SIGNAL.clones.load(Ordering::Relaxed), 1);
}

#[test]
fn atomic_waker_keeps_one_waker_the_latest() {
    let flag = atomic_waker::Flag::default();
    let tasks = [Task::new(), Task::new()];
    for task in &tasks {
        let waiting = pin!(std::future::poll_fn(|cx| flag.poll_set(cx)));
        assert!(task.poll(waiting).is_pending());
    }
    flag.set();
    assert_eq!(tasks.map(|task| task.woken()), [0, 1]);
}

#[test]
fn future_of_a_closure_keeps_the_same_contract() {
    let (first, second) = (Task::new(), Task::new());
    let (flag, slot) = (
        Arc::new(AtomicBool::new(false)),
        flag_poll_fn::Slot::default(),
    );
    let mut waiting = pin!(flag_poll_fn::wait_for(flag.clone(), slot.clone()));
    for _ in 0..3 {
        assert!(first.poll(waiting.as_mut()).is_pending());
    }
    assert_eq!((first.woken(), first.wakers_held()), (0, 1));
    assert!(second.poll(waiting.as_mut()).is_pending());
    assert_eq!((first.wakers_held(), second.wakers_held()), (0, 1));
    flag.store(true, Ordering::Release);
    slot.lock().unwrap().take().unwrap().wake();
    assert_eq!((first.woken(), second.woken()), (0, 1));
    assert!(second.poll(waiting).is_ready());
}
