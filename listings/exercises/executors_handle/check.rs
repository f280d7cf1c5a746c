//! Polls the task and the handle by hand, as two tasks of an executor would be.

mod exercise;

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use exercise::{Handle, task};
use listings::verdict;

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The one who waits for the handle.
struct Waiting {
    wakes: Arc<Wakes>,
    waker: Waker,
}

impl Waiting {
    fn new() -> Self {
        let wakes = Arc::new(Wakes::default());
        let waker = Waker::from(wakes.clone());
        Self { wakes, waker }
    }

    fn poll(&self, handle: &mut Handle) -> Poll<Option<u32>> {
        Pin::new(handle).poll(&mut Context::from_waker(&self.waker))
    }

    fn poll_in_vain(&self, handle: &mut Handle) {
        if self.poll(handle).is_ready() {
            verdict::fail("too-early")
        }
    }

    fn woken(&self) -> bool {
        self.wakes.0.load(Ordering::Relaxed) > 0
    }
}

/// Gives 42 at its second poll.
fn work() -> impl Future<Output = u32> {
    let mut polls = 0;
    poll_fn(move |_| {
        polls += 1;
        if polls < 2 {
            return Poll::Pending;
        }
        Poll::Ready(42)
    })
}

fn poll_task<F: Future<Output = ()>>(task: &mut Pin<Box<F>>) -> Poll<()> {
    task.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

fn finished() {
    let (task, mut handle) = task(work());
    let (mut task, first, latest) = (Box::pin(task), Waiting::new(), Waiting::new());
    first.poll_in_vain(&mut handle);
    let _ = poll_task(&mut task);
    latest.poll_in_vain(&mut handle);
    let _ = poll_task(&mut task);
    if !latest.woken() {
        verdict::fail("not-woken")
    }
    if latest.poll(&mut handle) != Poll::Ready(Some(42)) {
        verdict::fail("value")
    }
}

fn finished_before_anybody_waits() {
    let (task, mut handle) = task(work());
    let mut task = Box::pin(task);
    while poll_task(&mut task).is_pending() {}
    drop(task);
    if Waiting::new().poll(&mut handle) != Poll::Ready(Some(42)) {
        verdict::fail("value")
    }
}

/// The executor drops the task, before its first poll or after it.
fn dropped(polls: u32) {
    let (task, mut handle) = task(work());
    let (mut task, waiting) = (Box::pin(task), Waiting::new());
    for _ in 0..polls {
        let _ = poll_task(&mut task);
    }
    waiting.poll_in_vain(&mut handle);
    drop(task);
    if !waiting.woken() {
        verdict::fail("silent-drop")
    }
    if waiting.poll(&mut handle) != Poll::Ready(None) {
        verdict::fail("no-none")
    }
}

fn dropped_handle() {
    let (task, handle) = task(work());
    let mut task = Box::pin(task);
    drop(handle);
    let polls = [poll_task(&mut task), poll_task(&mut task)];
    if polls != [Poll::Pending, Poll::Ready(())] {
        verdict::fail("detached")
    }
}

fn main() {
    finished();
    finished_before_anybody_waits();
    dropped(1);
    dropped(0);
    dropped_handle();
    verdict::pass()
}
