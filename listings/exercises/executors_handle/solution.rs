//! Whatever ends the task drops a value that it owns, and this value tells the handle.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

#[derive(Default)]
struct Outcome {
    ended: bool,
    value: Option<u32>,
    waker: Option<Waker>,
}

pub struct Handle(Arc<Mutex<Outcome>>);

struct Reporter(Arc<Mutex<Outcome>>);

impl Drop for Reporter {
    fn drop(&mut self) {
        let mut outcome = self.0.lock().unwrap();
        outcome.ended = true;
        let waker = outcome.waker.take();
        drop(outcome);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

pub fn task(fut: impl Future<Output = u32>) -> (impl Future<Output = ()>, Handle) {
    let outcome = Arc::new(Mutex::new(Outcome::default()));
    let reporter = Reporter(outcome.clone());
    let task = async move {
        let value = fut.await;
        reporter.0.lock().unwrap().value = Some(value);
        drop(reporter);
    };
    (task, Handle(outcome))
}

impl Future for Handle {
    type Output = Option<u32>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<u32>> {
        let mut outcome = self.0.lock().unwrap();
        if outcome.ended {
            return Poll::Ready(outcome.value.take());
        }
        outcome.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}
