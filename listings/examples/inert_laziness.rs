//! The order of the printed lines shows when the body of an async fn runs.

use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

// ANCHOR: call_then_run
async fn launch() -> &'static str {
    println!("inside: the body has begun");
    count_down(3).await;
    "lift-off"
}

fn main() {
    let future = launch(); // ①
    println!("created: the call has returned");
    let value = block_on(future); // ②
    println!("value: {value}");
}
// ANCHOR_END: call_then_run

// ANCHOR: leaf
fn count_down(mut left: u32) -> impl Future<Output = ()> {
    poll_fn(move |cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        println!("  {left} to go");
        left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}
// ANCHOR_END: leaf

// ANCHOR: block_on
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future); // ①
    let mut cx = Context::from_waker(Waker::noop()); // ②
    let mut polls = 0;
    let value = loop {
        polls += 1;
        if let Poll::Ready(value) = future.as_mut().poll(&mut cx) {
            break value; // ③
        }
    };
    println!("done after {polls} polls");
    value
}
// ANCHOR_END: block_on
