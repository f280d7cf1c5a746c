//! The claims of the chapter `executors`: how often each of the three executors polls, whom it
//! polls, and what the toys can't do.

use std::future::{poll_fn, ready};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

#[path = "../examples/executors_block_on.rs"]
#[allow(dead_code)]
mod block_on;
#[path = "../examples/executors_nested.rs"]
#[allow(dead_code)]
mod nested;
#[path = "../examples/executors_run_queue.rs"]
#[allow(dead_code)]
mod run_queue;
#[path = "../examples/executors_spin.rs"]
#[allow(dead_code)]
mod spin;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;

use block_on::{Alarm, Sleep, ring, sleep, work};
use nested::{beside, by_flag, parks, yield_now};
use run_queue::{Executor, Table, play};
use task::Task;

/// A waker that reports each wake.
struct Bell(mpsc::Sender<()>);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.send(()).expect("the test listens");
    }
}

/// Wakes itself `left` times.
fn count_down(mut left: u32) -> impl Future<Output = ()> {
    poll_fn(move |cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}

/// Counts the polls of a future.
fn counted<F: Future>(fut: F) -> (Arc<AtomicU32>, impl Future<Output = F::Output>) {
    let polls = Arc::new(AtomicU32::new(0));
    let count = polls.clone();
    let fut = async move {
        let mut fut = pin!(fut);
        poll_fn(|cx| {
            count.fetch_add(1, Ordering::Relaxed);
            fut.as_mut().poll(cx)
        })
        .await
    };
    (polls, fut)
}

#[test]
fn two_sleeps_and_a_value_are_three_polls_and_two_wakes() {
    let (bell, rings) = mpsc::channel();
    let waker = Waker::from(Arc::new(Bell(bell)));
    let mut cx = Context::from_waker(&waker);
    let mut fut = pin!(work());
    let started = Instant::now();
    for ms in [50, 70] {
        assert!(fut.as_mut().poll(&mut cx).is_pending());
        rings.recv().unwrap();
        assert!(started.elapsed() >= Duration::from_millis(ms));
    }
    assert_eq!(fut.poll(&mut cx), Poll::Ready(42));
    assert!(rings.try_recv().is_err(), "nobody wakes after that");
}

#[test]
fn spin_polls_whether_woken_or_not() {
    let mut left = 4;
    let silent = poll_fn(|_| {
        if left == 0 {
            return Poll::Ready("lift-off");
        }
        left -= 1;
        Poll::Pending
    });
    assert_eq!(spin::spin(silent), ("lift-off", 5));
}

#[test]
fn block_on_keeps_a_wake_that_comes_during_the_poll() {
    assert_eq!(block_on::block_on(count_down(3)), ((), 4));
    assert_eq!(block_on::block_on(ready("now")), ("now", 1));
}

#[test]
fn sleep_starts_its_thread_at_the_first_poll() {
    let mut nap = sleep(1);
    assert!(nap.alarm.is_none());
    let task = Task::new();
    assert!(task.poll(Pin::new(&mut nap)).is_pending());
    assert!(nap.alarm.is_some());
}

/// A sleep whose thread is the test, after a first poll by nobody.
fn rung_by_hand() -> (Arc<Mutex<Alarm>>, Sleep) {
    let (done, waker) = (false, Some(Waker::noop().clone()));
    let alarm = Arc::new(Mutex::new(Alarm { done, waker }));
    let mut nap = sleep(0);
    nap.alarm = Some(alarm.clone());
    (alarm, nap)
}

#[test]
fn alarm_wakes_the_task_that_polled_last() {
    let (alarm, mut nap) = rung_by_hand();
    let [first, last] = [Task::new(), Task::new()];
    assert!(first.poll(Pin::new(&mut nap)).is_pending());
    assert!(last.poll(Pin::new(&mut nap)).is_pending());
    assert_eq!((first.wakers_held(), last.wakers_held()), (0, 1));
    ring(&alarm);
    assert_eq!((first.woken(), last.woken()), (0, 1));
    assert!(last.poll(Pin::new(&mut nap)).is_ready());
}

#[test]
fn early_poll_of_a_sleep_is_pending_and_wakes_nobody() {
    let (alarm, mut nap) = rung_by_hand();
    let task = Task::new();
    for _ in 0..3 {
        assert!(task.poll(Pin::new(&mut nap)).is_pending());
    }
    assert_eq!((task.woken(), task.wakers_held()), (0, 1));
    ring(&alarm);
    assert_eq!((task.woken(), task.wakers_held()), (1, 0));
}

#[test]
fn dropped_sleep_leaves_its_thread_behind() {
    let mut nap = sleep(3_600_000);
    assert!(Task::new().poll(Pin::new(&mut nap)).is_pending());
    let alarm = Arc::downgrade(nap.alarm.as_ref().unwrap());
    drop(nap);
    assert!(alarm.upgrade().is_some(), "the thread still holds it");
}

#[test]
fn players_that_wake_each_other_are_polled_only_when_woken() {
    let executor = Executor::default();
    let table = Arc::new(Mutex::new(Table::default()));
    // One poll each to begin with, and one after each hit that finds the other waiting.
    let (pong_polls, pong) = counted(play(1, table.clone()));
    let (ping_polls, ping) = counted(play(0, table));
    executor.spawn(pong);
    executor.spawn(ping);
    assert_eq!(executor.run(), 5);
    let polls = [ping_polls, pong_polls].map(|polls| polls.load(Ordering::Relaxed));
    assert_eq!(polls, [2, 3]);
}

#[test]
fn waiting_task_is_not_polled_while_another_works() {
    let executor = Executor::default();
    let (message, waiting) = futures::channel::oneshot::channel();
    let (polls, waiting) = counted(waiting);
    executor.spawn(waiting);
    executor.spawn(async move {
        count_down(1000).await;
        assert_eq!(polls.load(Ordering::Relaxed), 1);
        message.send("now").unwrap();
    });
    assert_eq!(executor.run(), 2 + 1001);
}

#[test]
fn wake_during_a_poll_brings_another_poll() {
    let executor = Executor::default();
    executor.spawn(count_down(3));
    assert_eq!(executor.run(), 4);
}

#[test]
fn many_wakes_before_a_poll_bring_one_poll() {
    let executor = Executor::default();
    let mut polls = 0;
    executor.spawn(poll_fn(move |cx| {
        polls += 1;
        if polls == 2 {
            return Poll::Ready(());
        }
        for _ in 0..10 {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }));
    assert_eq!(executor.run(), 2);
}

#[test]
fn waker_of_a_finished_task_polls_nothing() {
    let executor = Executor::default();
    let slot = Arc::new(Mutex::new(None));
    let kept = slot.clone();
    executor.spawn(poll_fn(move |cx: &mut Context<'_>| {
        *kept.lock().unwrap() = Some(cx.waker().clone());
        Poll::Ready(())
    }));
    assert_eq!(executor.run(), 1);
    slot.lock().unwrap().take().unwrap().wake();
    executor.spawn(ready(()));
    assert_eq!(executor.run(), 1);
}

#[test]
fn handle_gives_the_value_to_whoever_polls_it() {
    let executor = Executor::default();
    let mut handle = executor.spawn(ready(42));
    let task = Task::new();
    assert!(task.poll(Pin::new(&mut handle)).is_pending());
    assert_eq!(executor.run(), 1);
    assert_eq!(task.woken(), 1);
    assert_eq!(task.poll(Pin::new(&mut handle)), Poll::Ready(42));
}

#[test]
fn dropped_handle_leaves_the_task_running() {
    let executor = Executor::default();
    let (done, is_done) = mpsc::channel();
    drop(executor.spawn(async move { done.send(()).unwrap() }));
    executor.run();
    assert!(is_done.try_recv().is_ok());
}

#[test]
fn executor_sleeps_until_another_thread_wakes_a_task() {
    let executor = Executor::default();
    executor.spawn(async { sleep(50).await });
    executor.spawn(async { sleep(20).await });
    let started = Instant::now();
    assert_eq!(executor.run(), 4, "each at the start and when woken");
    assert!(started.elapsed() >= Duration::from_millis(50));
}

#[test]
fn no_wake_from_another_thread_is_lost() {
    const TASKS: usize = 1000;
    let executor = Executor::default();
    let (wakers, woken) = mpsc::channel::<Waker>();
    let waking = thread::spawn(move || woken.into_iter().for_each(Waker::wake));
    for _ in 0..TASKS {
        let wakers = wakers.clone();
        let mut asked = false;
        executor.spawn(poll_fn(move |cx| {
            if asked {
                return Poll::Ready(());
            }
            asked = true;
            wakers.send(cx.waker().clone()).unwrap();
            Poll::Pending
        }));
    }
    drop(wakers);
    assert_eq!(executor.run(), 2 * u32::try_from(TASKS).unwrap());
    waking.join().unwrap();
}

#[test]
fn yielding_loop_keeps_the_executor_awake() {
    let executor = Executor::default();
    let set = Arc::new(AtomicBool::new(false));
    let flag = set.clone();
    executor.spawn(async move {
        while !flag.load(Ordering::Relaxed) {
            yield_now().await;
        }
    });
    executor.spawn(async move {
        sleep(50).await;
        set.store(true, Ordering::Relaxed);
    });
    assert!(executor.run() > 1000);
}

#[test]
fn same_leaf_runs_under_any_executor() {
    assert_eq!(futures::executor::block_on(work()), 42);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    assert_eq!(runtime.block_on(work()), 42);
    assert_eq!(by_flag(work()), 42);
}

#[test]
fn panic_in_a_task_ends_the_run() {
    let executor = Executor::default();
    executor.spawn(async { panic!("of a task") });
    let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| executor.run()));
    assert!(run.is_err());
}

#[test]
fn flag_outlives_a_token_that_somebody_else_took() {
    by_flag(beside(parks));
    by_flag(beside(|| by_flag(yield_now())));
}

#[test]
fn outer_future_waits_while_a_nested_block_on_does() {
    let (outer_polls, fut) = counted(beside(|| {
        by_flag(count_down(10));
    }));
    by_flag(fut);
    assert_eq!(
        outer_polls.load(Ordering::Relaxed),
        2,
        "none while the nested one ran"
    );
}

#[test]
#[should_panic(expected = "Cannot start a runtime from within a runtime")]
fn tokio_refuses_to_be_nested() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let inner = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        inner.block_on(ready(()));
    });
}

#[test]
#[should_panic(expected = "cannot execute `LocalPool` executor from within another executor")]
fn futures_refuses_to_be_nested() {
    futures::executor::block_on(async { futures::executor::block_on(ready(())) });
}
