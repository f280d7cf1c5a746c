//! Counts the polls of a future. The future lives in a box, and as long as the struct does.

use std::pin::Pin;
use std::task::{Context, Poll};

pub struct Metered<F> {
    inner: Pin<Box<F>>,
    polls: u32,
}

pub fn metered<F: Future>(inner: F) -> Metered<F> {
    Metered {
        inner: Box::pin(inner),
        polls: 0,
    }
}

impl<F: Future> Future for Metered<F> {
    type Output = (F::Output, u32);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.polls += 1;
        let polls = self.polls;
        self.inner.as_mut().poll(cx).map(|value| (value, polls))
    }
}
