//! A future written by hand and driven by hand, poll by poll, to its value.

use listings::trace; // trace
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

// ANCHOR: countdown
struct CountDown {
    left: u32,
}

impl Future for CountDown {
    type Output = &'static str;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.left = self.left.saturating_sub(1); // ①
        trace::state("countdown", format_args!("left = {}", self.left)); // trace
        if self.left == 0 {
            trace::mark("ready"); // trace
            return Poll::Ready("lift-off"); // ②
        }
        trace::mark("wake"); // trace
        cx.waker().wake_by_ref(); // ③
        trace::mark("pending"); // trace
        Poll::Pending // ④
    }
}
// ANCHOR_END: countdown

// ANCHOR: drive
fn main() {
    trace::executor("main"); // trace
    trace::mark("create"); // trace
    #[allow(unused_mut)] // trace
    let mut countdown = CountDown { left: 3 };
    trace::state("countdown", "left = 3"); // trace
    let mut countdown = trace::future("countdown", countdown).with_value(); // trace
    let mut cx = Context::from_waker(Waker::noop()); // ①
    for n in 1.. {
        trace::mark("poll"); // trace
        let outcome = Pin::new(&mut countdown).poll(&mut cx); // ②
        println!("poll {n}: {outcome:?}, left = {}", countdown.left);
        if outcome.is_ready() {
            break; // ③
        }
    }
}
// ANCHOR_END: drive
