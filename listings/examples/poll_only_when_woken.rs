//! An executor that polls only after a wake-up, and stops when none has come.

use std::future::{pending, poll_fn, ready};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

// ANCHOR: executor
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed); // ①
    }
}

pub(crate) fn run<F: Future>(future: F) -> (u32, Option<F::Output>) {
    let mut future = pin!(future);
    let woken = Arc::new(Flag(AtomicBool::new(true))); // ②
    let waker = Waker::from(woken.clone());
    let mut polls = 0;
    while woken.0.swap(false, Ordering::Relaxed) {
        polls += 1;
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return (polls, Some(value));
        }
    }
    (polls, None) // ③
}
// ANCHOR_END: executor

// ANCHOR: four_futures
pub(crate) async fn count_down(mut left: u32, wake: bool) -> &'static str {
    poll_fn(move |cx| {
        left -= 1;
        if left == 0 {
            return Poll::Ready("lift-off");
        }
        if wake {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    })
    .await
}

fn main() {
    show("count_down, wakes", run(count_down(3, true)));
    show("count_down, silent", run(count_down(3, false)));
    show("ready", run(ready("at once")));
    show("pending", run(pending()));
}
// ANCHOR_END: four_futures

fn show(name: &str, (polls, value): (u32, Option<&str>)) {
    println!("{name:18}  polls: {polls}, value: {value:?}");
}
