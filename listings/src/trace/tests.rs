//! What the recorder promises: it changes neither results nor wakers, and tells the same each time.

use std::future::{pending, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use super::schema::{LaneKind, Trace};
use super::*;

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// An executor's waker, whose clones and wakes can be counted.
fn executor() -> (Arc<Wakes>, Waker) {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    (wakes, waker)
}

/// Keeps the waker of each poll in `kept` unless it would wake the same task.
fn keep(kept: &mut Option<Waker>) -> impl Future<Output = ()> {
    poll_fn(|cx| {
        match kept {
            Some(kept) => kept.clone_from(cx.waker()),
            None => *kept = Some(cx.waker().clone()),
        }
        Poll::Pending
    })
}

fn poll_once<F: Future>(fut: Pin<&mut F>, waker: &Waker) -> Poll<F::Output> {
    fut.poll(&mut Context::from_waker(waker))
}

fn keys(trace: &Trace) -> Vec<&str> {
    let steps = trace.variants.iter().flat_map(|variant| &variant.steps);
    steps.map(|step| step.key.as_str()).collect()
}

#[test]
fn kept_waker_is_the_same_while_the_task_is_the_same() {
    let mut kept = None;
    let trace = capture(|| {
        let (_, waker) = executor();
        let mut fut = pin!(future("leaf", keep(&mut kept)));
        for _ in 0..3 {
            assert!(poll_once(fut.as_mut(), &waker).is_pending());
        }
    });
    let clones = keys(&trace).into_iter().filter(|key| key.contains("clone"));
    assert_eq!(clones.count(), 1);
}

#[test]
fn second_task_has_a_waker_of_its_own() {
    let mut kept = None;
    let trace = capture(|| {
        let (a, b) = (executor(), executor());
        {
            let mut fut = pin!(future("leaf", keep(&mut kept)));
            assert!(poll_once(fut.as_mut(), &a.1).is_pending());
            assert!(poll_once(fut.as_mut(), &b.1).is_pending());
        }
        kept.take().expect("the leaf keeps one").wake();
        assert_eq!(a.0.0.load(Ordering::Relaxed), 0);
        assert_eq!(b.0.0.load(Ordering::Relaxed), 1);
    });
    let steps = keys(&trace);
    assert!(steps.contains(&"waker.drop_waker.1"), "{steps:?}");
    assert!(steps.contains(&"waker 2.wake.1"), "{steps:?}");
}

#[test]
fn executor_counts_the_clones_that_the_future_made() {
    let mut kept = None;
    let (wakes, waker) = executor();
    capture(|| {
        let mut fut = pin!(future("leaf", keep(&mut kept)));
        assert_eq!(Arc::strong_count(&wakes), 2, "not polled");
        for _ in 0..2 {
            assert!(poll_once(fut.as_mut(), &waker).is_pending());
            assert_eq!(Arc::strong_count(&wakes), 3, "the leaf keeps a waker");
        }
    });
    drop(kept);
    assert_eq!(Arc::strong_count(&wakes), 2, "the leaf's waker is gone");
    capture(|| {
        let mut fut = pin!(future("leaf", pending::<()>()));
        assert!(poll_once(fut.as_mut(), &waker).is_pending());
        assert_eq!(Arc::strong_count(&wakes), 2, "nobody keeps a waker");
    });
}

#[test]
fn nested_futures_share_one_waker() {
    let trace = capture(|| {
        let (wakes, waker) = executor();
        let inner = poll_fn(|cx| {
            cx.waker().wake_by_ref();
            Poll::<()>::Pending
        });
        let inner = future("inner", inner);
        let mut outer = pin!(future("outer", future("middle", inner)));
        assert!(poll_once(outer.as_mut(), &waker).is_pending());
        assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    });
    let wakes = keys(&trace).into_iter().filter(|key| key.contains("wake."));
    assert_eq!(wakes.collect::<Vec<_>>(), ["waker.wake.1"]);
}

#[test]
fn dropped_future_is_recorded_as_cancelled_unless_it_was_ready() {
    let trace = capture(|| {
        let (_, waker) = executor();
        let mut ready = pin!(future("ready", async { 1 }).with_value());
        assert!(poll_once(ready.as_mut(), &waker).is_ready());
        drop(future("cancelled", pending::<()>()));
    });
    let steps = keys(&trace);
    assert!(steps.contains(&"cancelled.drop.1"), "{steps:?}");
    assert!(!steps.contains(&"ready.drop.1"), "{steps:?}");
}

#[test]
fn panic_in_a_poll_is_a_step() {
    let trace = capture(|| {
        let poll = || {
            let (_, waker) = executor();
            let mut fut = Box::pin(future("broken", async { panic!("on purpose") }));
            let _: Poll<()> = poll_once(fut.as_mut(), &waker);
        };
        assert!(std::panic::catch_unwind(poll).is_err());
    });
    assert_eq!(keys(&trace).last(), Some(&"broken.panic.1"));
}

#[test]
fn marks_nest_like_calls() {
    let trace = capture(|| {
        let (_, waker) = executor();
        mark("make");
        let leaf = poll_fn(|_| {
            mark("leaf");
            Poll::<()>::Pending
        });
        let leaf = future("leaf", leaf);
        let body = async {
            mark("await");
            leaf.await;
        };
        let mut body = pin!(future("body", body));
        mark("poll");
        assert!(poll_once(body.as_mut(), &waker).is_pending());
        assert!(poll_once(body.as_mut(), &waker).is_pending());
    });
    let steps = trace.variants[0].steps.iter();
    let marks: Vec<&str> = steps.map(|step| step.mark.as_str()).collect();
    let turn = ["poll", "await", "leaf", "await"];
    assert_eq!(
        marks,
        [&["make", "make"], &turn[..], &turn[..], &["poll", "poll"]].concat()
    );
}

#[test]
fn earlier_run_records_nothing_in_a_later_one() {
    let trace = capture(|| {
        variant("first");
        let old = future("old", pending::<()>());
        variant("second");
        let mut old = pin!(old);
        assert!(poll_once(old.as_mut(), Waker::noop()).is_pending());
    });
    assert_eq!(keys(&trace), ["old.create.1"]);
}

#[test]
fn paused_clock_gives_logical_time() {
    let trace = capture(|| {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_time().start_paused(true).build();
        runtime.expect("a runtime").block_on(async {
            super::executor("tokio");
            clock("clock");
            let sleep = tokio::time::sleep(Duration::from_millis(70));
            let sleep = future("sleep", sleep).with_timer("timer");
            sleep.await;
        });
    });
    let steps = &trace.variants[0].steps;
    let at = |key: &str| {
        steps
            .iter()
            .find(|step| step.key == key)
            .and_then(|s| s.at_ms)
    };
    assert_eq!(at("timer.set_timer.1"), Some(0));
    assert_eq!(at("clock.advance.1"), Some(70));
    assert_eq!(at("timer.fire_timer.1"), Some(70));
    let lanes = trace.variants[0].lanes.iter();
    let timers = lanes.filter(|lane| lane.kind == LaneKind::Timer);
    assert_eq!(timers.count(), 2);
}

#[test]
fn nothing_is_recorded_outside_a_recording() {
    let trace = capture(|| ());
    assert!(trace.variants.is_empty());
    let fut = future("quiet", pending::<()>());
    drop(fut);
    assert!(capture(|| ()).variants.is_empty());
}

#[test]
fn trace_file_reads_back_as_it_was_written() {
    let trace = capture(|| {
        variant("a \"quoted\" name");
        state("lane", "left = 2");
        event(StepKind::Full, "lane");
    });
    let text = trace.to_text().expect("it can be written");
    let read: Trace = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(read, trace);
}
