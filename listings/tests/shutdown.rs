//! The claims of the chapter `shutdown`: who stops when a token is cancelled, and who is waited for,
//! in rows, beats and virtual time.

use std::future::{pending, ready};
use std::pin::pin;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use futures::FutureExt;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

#[path = "../examples/shutdown_drop.rs"]
#[allow(dead_code)]
mod dropped;
#[path = "../examples/shutdown_goes_on.rs"]
#[allow(dead_code)]
mod goes_on;
#[path = "../examples/shutdown_grace.rs"]
#[allow(dead_code)]
mod grace;
#[path = "../examples/shutdown_only_asks.rs"]
#[allow(dead_code)]
mod only_asks;
#[path = "../examples/shutdown_scope.rs"]
#[allow(dead_code)]
mod scope;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;
#[path = "../examples/shutdown_worker.rs"]
#[allow(dead_code)]
mod worker;

use dropped::Upload;
use goes_on::{Beats, Start, session};
use grace::stop;
use only_asks::{copy_rows, copy_rows_and_look};
use scope::{Gone, guarded, in_set, joined, spawned};
use task::Task;
use worker::import;

const HOUR: Duration = Duration::from_secs(3600);
const GRACE: Duration = Duration::from_millis(100);

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[tokio::test(start_paused = true)]
async fn cancelled_token_stops_no_task_that_never_looks() {
    let (token, rows) = (CancellationToken::new(), Arc::new(AtomicU32::new(0)));
    let (held, count) = (token.clone(), rows.clone());
    let copy = tokio::spawn(async move {
        let _held = held;
        copy_rows(count).await;
    });
    token.cancel();
    sleep(ms(1005)).await;
    assert_eq!(rows.load(Ordering::Relaxed), 100);
    assert!(!copy.is_finished());
}

#[tokio::test(start_paused = true)]
async fn task_that_looks_stops_at_its_next_look() {
    let (token, rows) = (CancellationToken::new(), Arc::new(AtomicU32::new(0)));
    let started = Instant::now();
    let copy = tokio::spawn(copy_rows_and_look(rows.clone(), token.clone()));
    sleep(ms(55)).await;
    token.cancel();
    assert!(copy.await.is_ok());
    assert_eq!(started.elapsed(), ms(60));
    assert_eq!(rows.load(Ordering::Relaxed), 6);
}

#[test]
fn token_calls_the_wakers_of_those_who_wait() {
    let (token, task) = (CancellationToken::new(), Task::new());
    let mut waits = pin!(token.cancelled());
    assert!(task.poll(waits.as_mut()).is_pending());
    assert_eq!((task.woken(), task.wakers_held()), (0, 1));
    token.cancel();
    assert_eq!((task.woken(), task.wakers_held()), (1, 0));
    assert!(task.poll(waits).is_ready());
    token.cancel();
    assert_eq!(task.woken(), 1, "a second cancel changes nothing");
    assert!(token.cancelled().now_or_never().is_some());
}

#[test]
fn cancellation_goes_from_parent_to_child_and_to_clones_and_nowhere_else() {
    let parent = CancellationToken::new();
    let [child, sibling] = [parent.child_token(), parent.child_token()];
    let grandchild = child.child_token();
    child.clone().cancel();
    let cancelled = [&parent, &child, &sibling, &grandchild].map(|t| t.is_cancelled());
    assert_eq!(cancelled, [false, true, false, true]);
    parent.cancel();
    assert!(sibling.is_cancelled());
    assert!(parent.child_token().is_cancelled(), "born cancelled");
}

#[tokio::test(start_paused = true)]
async fn worker_cleans_up_before_it_returns_none() {
    let (token, started) = (CancellationToken::new(), Instant::now());
    let (result, ()) = tokio::join!(import(400, token.clone()), async {
        sleep(ms(55)).await;
        token.cancel();
    });
    assert_eq!((result, started.elapsed()), (None, ms(58)));
}

#[tokio::test(start_paused = true)]
async fn worker_asks_the_token_first() {
    let token = CancellationToken::new();
    let mut work = pin!(import(1, token.clone()));
    assert!(work.as_mut().now_or_never().is_none());
    sleep(ms(20)).await;
    token.cancel();
    assert_eq!(work.await, None, "though its only row was ready");
}

#[tokio::test]
async fn run_until_cancelled_prefers_the_work_once_it_has_begun() {
    let (token, (sender, receiver)) = (CancellationToken::new(), oneshot::channel());
    let mut run = pin!(token.run_until_cancelled(receiver));
    assert!(run.as_mut().now_or_never().is_none());
    token.cancel();
    assert!(sender.send(1).is_ok());
    assert_eq!(run.await, Some(Ok(1)));
    let late = token.run_until_cancelled(ready(2)).await;
    assert_eq!(late, None, "a cancelled token runs nothing");
}

#[tokio::test(start_paused = true)]
async fn only_a_child_token_reaches_what_the_session_has_spawned() {
    for (start, expected) in [
        (Start::Alone, 100),
        (Start::NewToken, 100),
        (Start::ChildToken, 0),
    ] {
        let (token, beats) = (CancellationToken::new(), Beats::default());
        let session = tokio::spawn(session(start, token.clone(), beats.clone()));
        sleep(ms(55)).await;
        token.cancel();
        assert!(session.await.is_ok());
        let before = beats.load(Ordering::Relaxed);
        sleep(ms(1000)).await;
        assert_eq!(beats.load(Ordering::Relaxed) - before, expected);
    }
}

#[test]
fn main_that_returns_after_the_cancel_cuts_the_clean_up() -> std::io::Result<()> {
    let (token, cleaned) = (CancellationToken::new(), Arc::new(AtomicBool::new(false)));
    let (held, flag) = (token.clone(), cleaned.clone());
    let runtime = Builder::new_current_thread().build()?;
    runtime.block_on(async {
        tokio::spawn(async move {
            held.cancelled().await;
            flag.store(true, Ordering::Relaxed);
        });
        yield_now().await;
        token.cancel();
    });
    drop(runtime);
    assert!(!cleaned.load(Ordering::Relaxed));
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn tracker_that_is_not_closed_is_waited_for_in_vain() {
    let tracker = TaskTracker::new();
    tracker.spawn(sleep(ms(20)));
    assert!(timeout(HOUR, tracker.wait()).await.is_err());
    assert!(tracker.is_empty());
    tracker.close();
    assert!(tracker.wait().now_or_never().is_some());
}

#[tokio::test(start_paused = true)]
async fn closed_tracker_takes_tasks_and_waits_for_them() {
    let (tracker, started) = (TaskTracker::new(), Instant::now());
    tracker.close();
    tracker.spawn(sleep(ms(20)));
    tracker.wait().await;
    assert_eq!(started.elapsed(), ms(20));
}

#[tokio::test(start_paused = true)]
async fn dropped_tracker_aborts_nothing() {
    let tracker = TaskTracker::new();
    let task = tracker.spawn(sleep(ms(20)));
    drop(tracker);
    assert!(task.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn grace_ends_early_when_all_have_ended() {
    let (token, tracker) = (CancellationToken::new(), TaskTracker::new());
    let held = token.clone();
    let task = tracker.spawn(async move {
        held.cancelled().await;
        sleep(ms(30)).await;
    });
    let (tasks, started) = ([task.abort_handle()], Instant::now());
    assert_eq!(stop(&token, &tracker, &tasks, GRACE).await, 0);
    assert_eq!(started.elapsed(), ms(30));
    assert!(task.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn grace_ends_with_an_abort() {
    let (token, tracker) = (CancellationToken::new(), TaskTracker::new());
    let task = tracker.spawn(pending::<()>());
    let (tasks, started) = ([task.abort_handle()], Instant::now());
    assert_eq!(stop(&token, &tracker, &tasks, GRACE).await, 1);
    assert_eq!(started.elapsed(), GRACE);
    assert!(task.await.is_err_and(|error| error.is_cancelled()));
}

#[tokio::test]
async fn abort_returns_before_the_task_is_gone() {
    let tracker = TaskTracker::new();
    let task = tracker.spawn(pending::<()>());
    tracker.close();
    yield_now().await;
    task.abort();
    assert_eq!(tracker.len(), 1);
    assert!(!task.is_finished());
    tracker.wait().await;
    assert!(task.await.is_err_and(|error| error.is_cancelled()));
}

#[tokio::test(start_paused = true)]
async fn clean_up_that_outlasts_the_grace_is_cut_short() {
    let (token, tracker) = (CancellationToken::new(), TaskTracker::new());
    let [begun, ended] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let (held, begins, ends) = (token.clone(), begun.clone(), ended.clone());
    let task = tracker.spawn(async move {
        held.cancelled().await;
        begins.store(true, Ordering::Relaxed);
        sleep(GRACE * 3).await;
        ends.store(true, Ordering::Relaxed);
    });
    assert_eq!(
        stop(&token, &tracker, &[task.abort_handle()], GRACE).await,
        1
    );
    assert!(begun.load(Ordering::Relaxed));
    assert!(!ended.load(Ordering::Relaxed));
}

#[tokio::test]
async fn abort_does_not_end_a_blocking_task_that_has_begun() {
    let tracker = TaskTracker::new();
    let (begun, begins) = oneshot::channel();
    let (sender, receiver) = std::sync::mpsc::channel::<()>();
    let task = tracker.spawn_blocking(move || {
        let _ = begun.send(());
        receiver.recv()
    });
    assert!(begins.await.is_ok());
    tracker.close();
    task.abort();
    yield_now().await;
    assert!(tracker.wait().now_or_never().is_none());
    assert!(sender.send(()).is_ok());
    tracker.wait().await;
}

#[test]
fn drop_that_spawns_panics_without_a_runtime() {
    let removed = Arc::new(AtomicBool::new(false));
    let closed = false;
    let upload = Upload { removed, closed };
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(upload)));
    assert!(result.is_err());
}

#[tokio::test]
async fn drop_that_blocks_on_a_future_panics_inside_a_runtime() {
    struct Blocks;
    impl Drop for Blocks {
        fn drop(&mut self) {
            Handle::current().block_on(ready(()));
        }
    }
    let error = tokio::spawn(async { drop(Blocks) }).await;
    assert!(error.is_err_and(|error| error.is_panic()));
}

/// Whether the child is gone when the parent is dropped, and after a turn of the executor.
async fn child_is_gone<F: Future>(parent: fn(Gone) -> F, forget: bool) -> [bool; 2] {
    let gone = Arc::new(AtomicBool::new(false));
    let mut parent = Box::pin(parent(Gone(gone.clone())));
    assert!(parent.as_mut().now_or_never().is_none());
    yield_now().await;
    match forget {
        true => std::mem::forget(parent),
        false => drop(parent),
    }
    let at_once = gone.load(Ordering::Relaxed);
    yield_now().await;
    [at_once, gone.load(Ordering::Relaxed)]
}

#[tokio::test]
async fn only_futures_of_the_same_task_are_gone_with_their_parent() {
    assert_eq!(child_is_gone(joined, false).await, [true, true]);
    assert_eq!(child_is_gone(in_set, false).await, [false, true]);
    assert_eq!(child_is_gone(guarded, false).await, [false, true]);
    assert_eq!(child_is_gone(spawned, false).await, [false, false]);
}

#[tokio::test]
async fn forgotten_parent_tells_its_children_nothing() {
    assert_eq!(child_is_gone(in_set, true).await, [false, false]);
}

#[test]
fn process_survives_sigint_once_ctrl_c_has_been_polled() -> std::io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { assert!(tokio::signal::ctrl_c().now_or_never().is_none()) });
    drop(runtime);
    let shell = Command::new("sh")
        .args(["-c", "kill -INT $PPID"])
        .status()?;
    assert!(shell.success());
    Ok(())
}
