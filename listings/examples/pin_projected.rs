//! A future inside a struct: one field is pinned with the struct, the other is not.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use futures::pending;
use pin_project_lite::pin_project;

// ANCHOR: counted
pin_project! {
    pub struct Counted<F> {
        #[pin] // ①
        pub inner: F,
        pub polls: u32, // ②
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

async fn greet() -> String {
    let name = String::from("Ada");
    let borrowed = &name;
    pending!();
    pending!();
    format!("hello, {borrowed}")
}

fn main() {
    let inner = greet();
    let mut counted = pin!(Counted { inner, polls: 0 });
    let mut cx = Context::from_waker(Waker::noop());
    let (value, polls) = loop {
        if let Poll::Ready(ready) = counted.as_mut().poll(&mut cx) {
            break ready;
        }
    };
    println!("{value}, after {polls} polls");
}
