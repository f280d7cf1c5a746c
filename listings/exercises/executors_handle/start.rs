//! A future for an executor, and a handle for whoever waits for its value.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

#[derive(Default)]
struct Outcome {
    value: Option<u32>,
    waker: Option<Waker>,
}

pub struct Handle(Arc<Mutex<Outcome>>);

pub fn task(fut: impl Future<Output = u32>) -> (impl Future<Output = ()>, Handle) {
    let outcome = Arc::new(Mutex::new(Outcome::default()));
    let handle = Handle(outcome.clone());
    let task = async move {
        let value = fut.await;
        let mut outcome = outcome.lock().unwrap();
        outcome.value = Some(value);
        let waker = outcome.waker.take();
        drop(outcome);
        if let Some(waker) = waker {
            waker.wake();
        }
    };
    (task, handle)
}

impl Future for Handle {
    type Output = Option<u32>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<u32>> {
        let mut outcome = self.0.lock().unwrap();
        if let Some(value) = outcome.value.take() {
            return Poll::Ready(Some(value));
        }
        outcome.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}
