//! The claims of the chapter `lost-wakeups`: who is woken, who holds a waker, and when a task that
//! lost its wake-up goes on, in polls, wakes and virtual time.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::FutureExt;
use futures::stream::{FuturesUnordered, StreamExt};
use tokio::sync::Mutex;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout};

#[path = "../examples/lost_wakeups_busy_wake.rs"]
#[allow(dead_code)]
mod busy_wake;
#[path = "../examples/lost_wakeups_first_waker.rs"]
#[allow(dead_code)]
mod first_waker;
#[path = "../examples/lost_wakeups_fresh_lock.rs"]
#[allow(dead_code)]
mod fresh_lock;
#[path = "../examples/lost_wakeups_hidden.rs"]
#[allow(dead_code)]
mod hidden;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;
#[path = "../examples/lost_wakeups_who_holds.rs"]
#[allow(dead_code)]
mod who_holds;

use busy_wake::{Busy, Flag, Waiting};
use first_waker::{FirstOnly, Latest, Reply};
use fresh_lock::{FreshLock, KeptLock};
use hidden::{Forgetful, set_after, tick_every};
use task::Task;
use who_holds::{YieldOnce, who_can_wake};

const LIMIT: Duration = Duration::from_millis(500);
const HOUR: Duration = Duration::from_secs(3600);

fn yield_once(wake: bool) -> YieldOnce {
    let yielded = false;
    YieldOnce { wake, yielded }
}

#[test]
fn pending_without_a_waker_leaves_nobody_who_could_wake() {
    let task = Task::new();
    let mut fut = pin!(yield_once(false));
    assert!(task.poll(fut.as_mut()).is_pending());
    assert_eq!((task.woken(), task.wakers_held()), (0, 0));
    assert!(task.poll(fut).is_ready(), "a poll would complete it");
}

#[test]
fn yield_with_a_wake_is_woken_once() {
    let task = Task::new();
    let mut fut = pin!(yield_once(true));
    assert!(task.poll(fut.as_mut()).is_pending());
    assert_eq!((task.woken(), task.wakers_held()), (1, 0));
    assert!(task.poll(fut).is_ready());
}

#[tokio::test(start_paused = true)]
async fn lost_wake_up_hangs_a_tokio_task() {
    let task = tokio::spawn(yield_once(false));
    sleep(HOUR).await;
    assert!(!task.is_finished());
}

#[tokio::test(start_paused = true)]
async fn timeout_succeeds_at_its_limit_and_never_elapses() {
    let started = Instant::now();
    assert!(timeout(LIMIT, yield_once(false)).await.is_ok());
    assert_eq!(started.elapsed(), LIMIT);

    let started = Instant::now();
    assert!(timeout(LIMIT, yield_once(true)).await.is_ok());
    assert_eq!(started.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn timeout_elapses_when_the_inner_future_is_not_ready_even_then() {
    let twice = async {
        yield_once(false).await;
        yield_once(false).await;
    };
    assert!(timeout(LIMIT, twice).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn fresh_lock_is_never_woken() {
    let mutex = Arc::new(Mutex::new(0));
    let guard = mutex.clone().lock_owned().await;
    let fresh = tokio::spawn(FreshLock {
        mutex: mutex.clone(),
    });
    yield_now().await;
    drop(guard);
    sleep(HOUR).await;
    assert!(!fresh.is_finished());
    assert!(mutex.try_lock().is_ok(), "and the lock is free");
}

#[tokio::test(start_paused = true)]
async fn kept_lock_is_woken_by_the_release() {
    let mutex = Arc::new(Mutex::new(0));
    let guard = mutex.clone().lock_owned().await;
    let lock = mutex.clone().lock_owned().boxed();
    let kept = tokio::spawn(KeptLock { lock });
    yield_now().await;
    drop(guard);
    yield_now().await;
    assert!(kept.is_finished());
}

#[test]
fn first_waker_alone_is_not_enough() {
    let reply = Reply::default();
    assert_eq!(wakes_of_two(FirstOnly(reply.clone()), reply), [1, 0]);
    let reply = Reply::default();
    assert_eq!(wakes_of_two(Latest(reply.clone()), reply), [0, 1]);
}

fn wakes_of_two(mut fut: impl Future + Unpin, reply: Reply) -> [usize; 2] {
    let tasks = [Task::new(), Task::new()];
    for task in &tasks {
        assert!(task.poll(Pin::new(&mut fut)).is_pending());
    }
    reply.answer(42);
    tasks.map(|task| task.woken())
}

#[test]
fn set_of_futures_never_polls_a_child_that_woke_another_task() {
    let task = Task::new();
    let reply = Reply::default();
    let mut fut = FirstOnly(reply.clone());
    assert_eq!((&mut fut).now_or_never(), None);
    let mut set = FuturesUnordered::from_iter([fut]);
    assert!(task.poll(pin!(set.next())).is_pending());
    // After a round over all its futures the set lets others run and wakes itself.
    assert!(task.poll(pin!(set.next())).is_pending());
    let before = task.woken();
    reply.answer(42);
    assert_eq!(task.woken(), before);
    for _ in 0..100 {
        assert!(task.poll(pin!(set.next())).is_pending());
    }
}

#[test]
fn busy_future_wakes_itself_at_each_poll() {
    let task = Task::new();
    let flag = Arc::new(Flag::default());
    let mut fut = pin!(Busy(flag.clone()));
    for polls in 1..=1000 {
        assert!(task.poll(fut.as_mut()).is_pending());
        assert_eq!(task.woken(), polls);
    }
    flag.set.store(true, Ordering::Release);
    assert!(task.poll(fut).is_ready());
}

#[test]
fn waiting_future_is_woken_once_by_the_one_who_sets_the_flag() {
    let task = Task::new();
    let flag = Arc::new(Flag::default());
    let mut fut = pin!(Waiting(flag.clone()));
    assert!(task.poll(fut.as_mut()).is_pending());
    assert_eq!((task.woken(), task.wakers_held()), (0, 1));
    flag.set.store(true, Ordering::Release);
    let waker = flag.waker.lock().unwrap().take();
    waker.expect("it is kept").wake();
    assert_eq!((task.woken(), task.wakers_held()), (1, 0));
    assert!(task.poll(fut).is_ready());
}

#[tokio::test(start_paused = true)]
async fn ticks_hide_a_lost_wake_up_up_to_the_next_tick() {
    let delay = Duration::from_millis(25);
    for (period, ready_at) in [(10, 30), (40, 40), (1000, 1000)] {
        let started = Instant::now();
        let forgetful = set_after(delay);
        let timed = async {
            forgetful.await;
            started.elapsed()
        };
        let ticks = tick_every(Duration::from_millis(period));
        let (took, ()) = tokio::join!(timed, ticks);
        assert_eq!(took, Duration::from_millis(ready_at));
    }
    let alone = tokio::spawn(set_after(delay));
    sleep(HOUR).await;
    assert!(!alone.is_finished());
}

#[tokio::test(start_paused = true)]
async fn diagnosis_names_the_leaf_and_not_what_stands_beside_it() {
    let nobody = "pending, and nobody can wake it";
    assert_eq!(who_can_wake(yield_once(false)), nobody);
    assert_eq!(
        who_can_wake(Forgetful(Arc::new(AtomicBool::new(false)))),
        nobody
    );
    assert_eq!(who_can_wake(async { yield_once(false).await }), nobody);
    assert_eq!(who_can_wake(std::future::ready(())), "ready");
    let both = async { tokio::join!(yield_once(false), sleep(HOUR)) };
    assert_eq!(who_can_wake(both), "pending, wakers held: 1");
}
