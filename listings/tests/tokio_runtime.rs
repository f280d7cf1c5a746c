//! The claims of the chapter `tokio-runtime`: when a task runs, where, what ends it, and what its
//! handle says.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use futures::{executor, join};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking, yield_now};
use tokio::time::{sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

#[path = "../examples/tokio_runtime_not_spawned.rs"]
#[allow(dead_code)]
mod not_spawned;

use not_spawned::{greet, greet_early, greet_with_arc};

const LIMIT: Duration = Duration::from_millis(10);
const HOUR: Duration = Duration::from_secs(3600);

fn current_thread() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

fn multi_thread() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

/// A task that sleeps for a day, and what its handle and its future's life look like.
fn sleeper() -> (JoinHandle<()>, Arc<()>) {
    let alive = Arc::new(());
    let inside = alive.clone();
    let handle = tokio::spawn(async move {
        sleep(HOUR * 24).await;
        drop(inside);
    });
    (handle, alive)
}

fn is_alive(future: &Arc<()>) -> bool {
    Arc::strong_count(future) > 1
}

#[test]
fn current_thread_task_runs_after_the_code_that_spawned_it() {
    let order = RefCell::new(Vec::new());
    let (say, said) = mpsc::channel();
    current_thread().block_on(async {
        let task = tokio::spawn(async move { say.send("task").unwrap() });
        order.borrow_mut().push("after spawn");
        assert!(said.try_recv().is_err(), "not before the first await");
        task.await.unwrap();
        order.borrow_mut().push(said.recv().unwrap());
    });
    assert_eq!(order.into_inner(), ["after spawn", "task"]);
}

#[test]
fn task_is_dropped_unpolled_if_main_never_awaits() {
    let polled = Arc::new(AtomicBool::new(false));
    let set = polled.clone();
    current_thread().block_on(async {
        tokio::spawn(async move { set.store(true, Ordering::Relaxed) });
    });
    assert!(!polled.load(Ordering::Relaxed));
    assert_eq!(Arc::strong_count(&polled), 1, "the future was dropped");
}

#[test]
fn task_stands_still_between_two_calls_of_block_on() {
    let runtime = current_thread();
    runtime.block_on(async {});
    let (polled, was_polled) = mpsc::channel();
    let task = runtime.spawn(async move { polled.send(()).unwrap() });
    assert!(was_polled.recv_timeout(LIMIT * 10).is_err());
    runtime.block_on(task).unwrap();

    let runtime = multi_thread();
    let (polled, was_polled) = mpsc::channel();
    runtime.spawn(async move { polled.send(()).unwrap() });
    was_polled.recv().unwrap();
}

#[tokio::test]
async fn task_runs_though_nobody_awaits_it() {
    let (done, is_done) = oneshot::channel();
    tokio::spawn(async move { done.send(42).unwrap() });
    assert_eq!(is_done.await, Ok(42));
}

#[test]
fn block_on_polls_its_future_on_the_calling_thread_in_both_flavours() {
    for runtime in [current_thread(), multi_thread()] {
        let here = thread::current().id();
        let polled_by = runtime.block_on(async {
            yield_now().await;
            thread::current().id()
        });
        assert_eq!(polled_by, here);
    }
}

#[test]
fn multi_thread_task_never_runs_on_the_thread_of_block_on() {
    let here = thread::current().id();
    multi_thread().block_on(async {
        for _ in 0..100 {
            let there = tokio::spawn(async { thread::current().id() }).await;
            assert_ne!(there.unwrap(), here);
        }
    });
}

#[test]
fn future_that_is_not_send_may_be_awaited_on_any_flavour() {
    for runtime in [current_thread(), multi_thread()] {
        assert_eq!(runtime.block_on(greet()), 6);
    }
}

/// Whether a value is `Send`: the method of the type goes before that of the trait, if its bound
/// is met.
struct Probe<T>(T);

impl<T: Send> Probe<T> {
    fn is_send(&self) -> bool {
        true
    }
}

trait NotSend {
    fn is_send(&self) -> bool {
        false
    }
}

impl<T> NotSend for Probe<T> {}

#[test]
fn repaired_futures_are_send() {
    assert!(!Probe(greet()).is_send());
    assert!(Probe(greet_with_arc()).is_send());
    assert!(Probe(greet_early()).is_send());
}

#[test]
fn what_is_gone_before_the_await_counts_if_it_is_an_argument_or_was_borrowed() {
    async fn argument(name: Rc<str>) {
        drop(name);
        yield_now().await;
    }
    async fn variable() {
        let name: Rc<str> = "Ferris".into();
        drop(name);
        yield_now().await;
    }
    async fn borrowed_variable() {
        let name: Rc<str> = "Ferris".into();
        assert_eq!(name.len(), 6);
        drop(name);
        yield_now().await;
    }
    assert!(!Probe(argument("Ferris".into())).is_send());
    assert!(Probe(variable()).is_send());
    assert!(!Probe(borrowed_variable()).is_send());
}

#[test]
fn non_static_future_may_be_awaited() {
    async fn length(text: &Rc<str>) -> usize {
        yield_now().await;
        text.len()
    }
    let text: Rc<str> = "borrowed".into();
    assert_eq!(multi_thread().block_on(length(&text)), 8);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_handle_leaves_the_task_running() {
    let (handle, future) = sleeper();
    drop(handle);
    sleep(HOUR).await;
    assert!(is_alive(&future));
    sleep(HOUR * 24).await;
    assert!(!is_alive(&future));
}

#[tokio::test(start_paused = true)]
async fn timeout_drops_the_handle_and_not_the_task() {
    let (handle, future) = sleeper();
    assert!(timeout(LIMIT, handle).await.is_err());
    sleep(HOUR).await;
    assert!(is_alive(&future));
}

#[tokio::test(start_paused = true)]
async fn abort_drops_the_future_when_the_task_gets_its_turn() {
    let (handle, future) = sleeper();
    sleep(LIMIT).await;
    handle.abort();
    assert!(is_alive(&future), "abort only asks");
    assert!(handle.await.unwrap_err().is_cancelled());
    assert!(!is_alive(&future));
}

#[tokio::test]
async fn abort_before_the_first_poll_lets_nothing_run() {
    let handle = tokio::spawn(async { unreachable!("aborted") });
    handle.abort();
    let result: Result<(), _> = handle.await;
    assert!(result.unwrap_err().is_cancelled());
}

#[tokio::test]
async fn abort_of_a_finished_task_leaves_its_value() {
    let handle = tokio::spawn(async { 42 });
    yield_now().await;
    assert!(handle.is_finished());
    handle.abort();
    assert_eq!(handle.await.unwrap(), 42);
}

#[tokio::test(start_paused = true)]
async fn abort_on_drop_handle_takes_its_task_along() {
    let (handle, future) = sleeper();
    let handle = AbortOnDropHandle::new(handle);
    assert!(timeout(LIMIT, handle).await.is_err());
    sleep(LIMIT).await;
    assert!(!is_alive(&future));
}

#[test]
fn end_of_the_runtime_drops_its_tasks() {
    for runtime in [current_thread(), multi_thread()] {
        let (handle, future) = runtime.block_on(async { sleeper() });
        assert!(is_alive(&future));
        drop(runtime);
        assert!(!is_alive(&future));
        assert!(executor::block_on(handle).unwrap_err().is_cancelled());
    }
}

#[test]
fn panic_stays_in_the_handle_and_the_workers_go_on() {
    for runtime in [current_thread(), multi_thread()] {
        runtime.block_on(async {
            let bad = tokio::spawn(async { resume_unwind(Box::new("my own")) });
            let good = tokio::spawn(async { 42 });
            assert_eq!(good.await.unwrap(), 42);
            let result: Result<(), _> = bad.await;
            let error = result.unwrap_err();
            assert!(error.is_panic() && !error.is_cancelled());
            assert_eq!(error.into_panic().downcast_ref(), Some(&"my own"));
        });
    }
}

#[tokio::test]
async fn panic_of_a_dropped_handle_is_seen_by_nobody() {
    drop(tokio::spawn(async { resume_unwind(Box::new(())) }));
    yield_now().await;
    assert_eq!(tokio::spawn(async { 42 }).await.unwrap(), 42);
}

#[test]
fn panic_in_main_itself_goes_through_block_on() {
    let run = || current_thread().block_on(async { resume_unwind(Box::new(())) });
    assert!(std::panic::catch_unwind(run).is_err());
}

#[tokio::test]
async fn abort_of_a_blocking_closure_that_has_started_changes_nothing() {
    let (started, has_started) = oneshot::channel();
    let (release, released) = mpsc::channel();
    let handle = spawn_blocking(move || {
        started.send(()).unwrap();
        released.recv().unwrap()
    });
    has_started.await.unwrap();
    handle.abort();
    assert!(!handle.is_finished());
    release.send(42).unwrap();
    assert_eq!(handle.await.unwrap(), 42);
}

#[test]
fn abort_of_a_blocking_closure_in_the_queue_keeps_it_from_running() {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.max_blocking_threads(1).build().unwrap();
    let (release, released) = mpsc::channel();
    runtime.block_on(async {
        let first = spawn_blocking(move || released.recv().unwrap());
        let second = spawn_blocking(|| unreachable!("aborted"));
        second.abort();
        release.send(()).unwrap();
        first.await.unwrap();
        let result: Result<(), _> = second.await;
        assert!(result.unwrap_err().is_cancelled());
    });
}

#[test]
fn end_of_the_runtime_waits_for_a_blocking_closure_that_has_started() {
    let runtime = current_thread();
    let (started, has_started) = mpsc::channel();
    let (release, released) = mpsc::channel();
    let done = Arc::new(AtomicBool::new(false));
    let set = done.clone();
    runtime.spawn_blocking(move || {
        started.send(()).unwrap();
        released.recv().unwrap();
        thread::sleep(LIMIT * 5);
        set.store(true, Ordering::Release);
    });
    has_started.recv().unwrap();
    let (dropping, is_dropping) = mpsc::channel();
    let dropper = thread::spawn(move || {
        dropping.send(()).unwrap();
        drop(runtime);
        done.load(Ordering::Acquire)
    });
    is_dropping.recv().unwrap();
    release.send(()).unwrap();
    assert!(dropper.join().unwrap());
}

#[test]
fn channel_and_lock_work_on_any_executor() {
    let lock = tokio::sync::Mutex::new(6);
    let guard = lock.try_lock().unwrap();
    let (sender, receiver) = oneshot::channel();
    let (locked, received, ()) = executor::block_on(async {
        join!(lock.lock(), receiver, async {
            drop(guard);
            sender.send(7).unwrap();
        })
    });
    assert_eq!(*locked * received.unwrap(), 42);
}

#[test]
fn sleep_and_spawn_panic_outside_a_runtime() {
    let sleeping = thread::spawn(|| drop(sleep(LIMIT)));
    assert!(sleeping.join().is_err());
    let spawning = thread::spawn(|| drop(tokio::spawn(async {})));
    assert!(spawning.join().is_err());
}
