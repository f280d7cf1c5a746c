//! A struct polls the future in its field; for that the field has to be pinned, not only the struct.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

// ANCHOR: counted
struct Counted<F> {
    inner: F,
    polls: u32,
}

impl<F: Future> Future for Counted<F> {
    type Output = (F::Output, u32);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.polls += 1;
        let inner = Pin::new(&mut self.inner); // ①
        inner.poll(cx).map(|value| (value, self.polls))
    }
}
// ANCHOR_END: counted

fn main() {
    let inner = std::future::ready("tea");
    let counted = pin!(Counted { inner, polls: 0 });
    let mut cx = Context::from_waker(Waker::noop());
    println!("{:?}", counted.poll(&mut cx));
}
