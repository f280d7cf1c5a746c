//! The claims of the chapter `inert`: what runs when, counted without a runtime.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use futures::channel::oneshot;
use futures::executor::block_on;
use futures::future::join_all;
use futures::{join, pending};

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wakes {
    fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Counts its drops.
struct Counted<'a>(&'a Cell<u32>);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        add_one(self.0);
    }
}

fn add_one(count: &Cell<u32>) {
    count.set(count.get() + 1);
}

async fn bump(count: &Cell<u32>) {
    add_one(count);
}

async fn bump_and_hold(count: &Cell<u32>, _held: Counted<'_>) {
    add_one(count);
}

#[test]
fn calling_runs_none_of_the_body() {
    let count = Cell::new(0);
    let future = bump(&count);
    assert_eq!(count.get(), 0);
    block_on(future);
    assert_eq!(count.get(), 1);
}

#[test]
fn body_runs_once_however_many_polls_it_takes() {
    async fn body(starts: &Cell<u32>, ends: &Cell<u32>) {
        add_one(starts);
        for _ in 0..3 {
            pending!();
        }
        add_one(ends);
    }
    let (starts, ends) = (Cell::new(0), Cell::new(0));
    let mut future = pin!(body(&starts, &ends));
    let mut cx = Context::from_waker(Waker::noop());
    for _ in 0..3 {
        assert_eq!(future.as_mut().poll(&mut cx), Poll::Pending);
        assert_eq!((starts.get(), ends.get()), (1, 0));
    }
    assert_eq!(future.as_mut().poll(&mut cx), Poll::Ready(()));
    assert_eq!((starts.get(), ends.get()), (1, 1));
}

#[test]
fn let_underscore_drops_the_arguments_and_runs_nothing() {
    let (runs, drops) = (Cell::new(0), Cell::new(0));
    #[expect(clippy::let_underscore_future, reason = "the mistake to test")]
    let _ = bump_and_hold(&runs, Counted(&drops));
    assert_eq!((runs.get(), drops.get()), (0, 1));
}

#[test]
fn a_named_future_keeps_its_arguments_until_it_is_dropped() {
    let (runs, drops) = (Cell::new(0), Cell::new(0));
    let kept = bump_and_hold(&runs, Counted(&drops));
    assert_eq!((runs.get(), drops.get()), (0, 0));
    drop(kept);
    assert_eq!((runs.get(), drops.get()), (0, 1));
}

#[test]
fn futures_are_values_to_store_and_to_drop_one_by_one() {
    let (runs, drops) = (Cell::new(0), Cell::new(0));
    let mut stored: Vec<_> = (0..3)
        .map(|_| bump_and_hold(&runs, Counted(&drops)))
        .collect();
    stored.truncate(1);
    assert_eq!((runs.get(), drops.get()), (0, 2));
    for future in stored {
        block_on(future);
    }
    assert_eq!((runs.get(), drops.get()), (1, 3));
}

#[test]
fn mapped_and_collected_calls_run_nothing_until_awaited() {
    let count = Cell::new(0);
    let jobs: Vec<_> = (0..3).map(|_| bump(&count)).collect();
    assert_eq!((jobs.len(), count.get()), (3, 0));
    block_on(join_all(jobs));
    assert_eq!(count.get(), 3);
}

#[test]
fn a_plain_fn_runs_up_to_its_async_block_when_called() {
    fn load<'a>(before: &Cell<u32>, inside: &'a Cell<u32>) -> impl Future<Output = ()> + 'a {
        add_one(before);
        async move { add_one(inside) }
    }
    let (before, inside) = (Cell::new(0), Cell::new(0));
    let future = load(&before, &inside);
    assert_eq!((before.get(), inside.get()), (1, 0));
    block_on(future);
    assert_eq!((before.get(), inside.get()), (1, 1));
}

#[test]
fn an_async_fn_hands_its_waker_on_to_what_it_awaits() {
    let (sender, receiver) = oneshot::channel();
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(async { receiver.await.unwrap_or(0) });

    assert_eq!(future.as_mut().poll(&mut cx), Poll::Pending);
    assert_eq!(wakes.count(), 0);
    sender.send(7).unwrap();
    assert_eq!(wakes.count(), 1);
    assert_eq!(future.as_mut().poll(&mut cx), Poll::Ready(7));
    assert_eq!(wakes.count(), 1);
}

#[test]
fn an_await_that_is_not_ready_gives_the_thread_back() {
    let (sender, receiver) = oneshot::channel();
    let drunk = Cell::new("");
    let guest = async { drunk.set(receiver.await.unwrap_or("nothing")) };
    // If the await above held the thread, this one would never send.
    let cook = async { sender.send("tea").unwrap() };
    block_on(async { join!(guest, cook) });
    assert_eq!(drunk.get(), "tea");
}

/// The steps of two joined jobs in the order of their running, and how many threads ran them.
fn steps_of_two(pauses: bool) -> (String, usize) {
    let steps = RefCell::new(String::new());
    let threads = RefCell::new(HashSet::new());
    let job = async |name: char| {
        for _ in 0..3 {
            steps.borrow_mut().push(name);
            threads.borrow_mut().insert(thread::current().id());
            if pauses {
                yield_now().await;
            }
        }
    };
    block_on(async { join!(job('a'), job('b')) });
    (steps.into_inner(), threads.into_inner().len())
}

async fn yield_now() {
    let mut yielded = false;
    std::future::poll_fn(|cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[test]
fn joined_futures_switch_only_where_they_await() {
    assert_eq!(steps_of_two(true), ("ababab".to_owned(), 1));
    assert_eq!(steps_of_two(false), ("aaabbb".to_owned(), 1));
}
