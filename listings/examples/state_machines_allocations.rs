//! What allocates and what does not: counted by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to `System` as it came; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller promises what `System` requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` comes from `System`, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The result of `f`, and how often this thread allocated in it.
pub(crate) fn counted<T>(f: impl FnOnce() -> T) -> (T, u32) {
    let before = COUNT.get();
    let value = f();
    (value, COUNT.get() - before)
}

// ANCHOR: nested
pub(crate) async fn day() -> u32 {
    shift().await + shift().await
}

async fn shift() -> u32 {
    cup().await + cup().await
}

async fn cup() -> u32 {
    pause().await;
    1
}
// ANCHOR_END: nested

fn pause() -> impl Future<Output = ()> {
    let mut paused = false;
    poll_fn(move |cx| {
        if paused {
            return Poll::Ready(());
        }
        paused = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}

/// Polls to the end, and says how often.
pub(crate) fn run<F: Future>(future: F) -> u32 {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    let mut polls = 1;
    while future.as_mut().poll(&mut cx).is_pending() {
        polls += 1;
    }
    polls
}

// ANCHOR: count
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (future, n) = counted(day);
    println!("call day: {n}");
    let (polls, n) = counted(|| run(future));
    println!("poll it to the end: {n} in {polls} polls");

    let (_boxed, n) = counted(|| Box::pin(day()));
    println!("Box::pin: {n}");

    tokio::spawn(day()).await.expect("it does not panic"); // ①
    let (task, n) = counted(|| tokio::spawn(day()));
    println!("spawn: {n}");
    let before = COUNT.get();
    let cups = task.await.expect("it does not panic");
    println!("run the task: {} for {cups} cups", COUNT.get() - before);
}
// ANCHOR_END: count
