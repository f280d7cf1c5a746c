//! The future is pinned with the struct, and replaced by `None`, in its place, at its value.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use pin_project_lite::pin_project;

pin_project! {
    pub struct Metered<F> {
        #[pin]
        inner: Option<F>,
        polls: u32,
    }
}

pub fn metered<F: Future>(inner: F) -> Metered<F> {
    Metered {
        inner: Some(inner),
        polls: 0,
    }
}

impl<F: Future> Future for Metered<F> {
    type Output = (F::Output, u32);

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        *this.polls += 1;
        let inner = this.inner.as_mut().as_pin_mut();
        let value = ready!(inner.expect("not polled after its value").poll(cx));
        this.inner.set(None);
        Poll::Ready((value, *this.polls))
    }
}
