//! A task that is woken during its own poll, and a flag that is reset before the poll or after it.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

type Ready = Arc<Mutex<VecDeque<Arc<Task>>>>;

struct Task {
    future: Mutex<Pin<Box<dyn Future<Output = ()> + Send>>>,
    queued: AtomicBool,
    ready: Ready,
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        if !self.queued.swap(true, Ordering::AcqRel) {
            let ready = self.ready.clone();
            ready.lock().expect("nobody panics here").push_back(self);
        }
    }
}

// ANCHOR: run
fn run(ready: &Ready, reset_first: bool) {
    let next = || ready.lock().expect("nobody panics here").pop_front();
    while let Some(task) = next() {
        if reset_first {
            task.queued.swap(false, Ordering::AcqRel); // ①
        }
        let waker = Waker::from(task.clone());
        let mut future = task.future.lock().expect("nobody panics here");
        let poll = future.as_mut().poll(&mut Context::from_waker(&waker));
        println!("  {poll:?}");
        if !reset_first {
            task.queued.swap(false, Ordering::AcqRel); // ②
        }
    }
    println!("  the queue is empty");
}
// ANCHOR_END: run

fn main() {
    for reset_first in [true, false] {
        println!("reset first: {reset_first}");
        let mut yielded = false;
        let yield_once = poll_fn(move |cx| {
            if yielded {
                return Poll::Ready(());
            }
            yielded = true;
            cx.waker().wake_by_ref();
            Poll::Pending
        });
        let ready = Ready::default();
        let task = Task {
            future: Mutex::new(Box::pin(yield_once)),
            queued: AtomicBool::new(false),
            ready: ready.clone(),
        };
        Arc::new(task).wake();
        run(&ready, reset_first);
    }
}
