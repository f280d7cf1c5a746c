//! A future inside a struct: one field is pinned with the struct, the other is not.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use futures::pending;
use pin_project_lite::pin_project;

// ANCHOR: counted
pin_project! {
    pub(crate) struct Counted<F> {
        #[pin] // ①
        inner: F,
        polls: u32, // ②
    }
}

impl<F: Future> Future for Counted<F> {
    type Output = (F::Output, u32);

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project(); // ③
        *this.polls += 1;
        this.inner.poll(cx).map(|value| (value, *this.polls)) // ④
    }
}
// ANCHOR_END: counted

pub(crate) fn counted<F>(inner: F) -> Counted<F> {
    Counted { inner, polls: 0 }
}

async fn greet() -> String {
    let name = String::from("Ada");
    let borrowed = &name;
    pending!();
    pending!();
    format!("hello, {borrowed}")
}

fn main() {
    let mut counted = pin!(counted(greet()));
    let mut cx = Context::from_waker(Waker::noop());
    let (value, polls) = loop {
        if let Poll::Ready(ready) = counted.as_mut().poll(&mut cx) {
            break ready;
        }
    };
    println!("{value}, after {polls} polls");
}
