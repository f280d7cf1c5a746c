//! A future that keeps only the first waker it was polled with, and one that keeps the latest.

use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};

#[derive(Default)]
struct State {
    answer: Option<u32>,
    waker: Option<Waker>,
}

#[derive(Clone, Default)]
pub(crate) struct Reply(Arc<Mutex<State>>);

impl Reply {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("nobody panics here")
    }

    pub(crate) fn answer(&self, answer: u32) {
        let mut state = self.lock();
        state.answer = Some(answer);
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

// ANCHOR: first_only
pub(crate) struct FirstOnly(pub(crate) Reply);

impl Future for FirstOnly {
    type Output = u32;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        let mut state = self.0.lock();
        if let Some(answer) = state.answer {
            return Poll::Ready(answer);
        }
        state.waker.get_or_insert_with(|| cx.waker().clone()); // ①
        Poll::Pending
    }
}
// ANCHOR_END: first_only

// ANCHOR: latest
pub(crate) struct Latest(pub(crate) Reply);

impl Future for Latest {
    type Output = u32;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        let mut state = self.0.lock();
        if let Some(answer) = state.answer {
            return Poll::Ready(answer);
        }
        match &mut state.waker {
            Some(waker) => waker.clone_from(cx.waker()), // ②
            None => state.waker = Some(cx.waker().clone()),
        }
        Poll::Pending
    }
}
// ANCHOR_END: latest

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn move_to_another_task(name: &str, mut fut: impl Future + Unpin, reply: Reply) {
    let tasks = [Arc::new(Wakes::default()), Arc::new(Wakes::default())];
    for task in &tasks {
        let waker = Waker::from(task.clone());
        let poll = Pin::new(&mut fut).poll(&mut Context::from_waker(&waker)); // ③
        assert!(poll.is_pending());
    }
    reply.answer(42);
    let [a, b] = tasks.map(|task| task.0.load(Ordering::Relaxed));
    println!("{name}: wake-ups of task A: {a}, of task B: {b}");
}

fn main() {
    let reply = Reply::default();
    move_to_another_task("FirstOnly", FirstOnly(reply.clone()), reply);
    let reply = Reply::default();
    move_to_another_task("Latest", Latest(reply.clone()), reply);
}
