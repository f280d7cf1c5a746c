//! A future tested without a runtime: polls by hand and a waker that counts.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};

// ANCHOR: counting_waker
#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn each_pending_asks_for_one_wake() {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(CountDown { left: 3 });

    for asked in 1..=2 {
        assert_eq!(future.as_mut().poll(&mut cx), Poll::Pending);
        assert_eq!(wakes.0.load(Ordering::Relaxed), asked); // ①
    }
    assert_eq!(future.as_mut().poll(&mut cx), Poll::Ready("lift-off"));
    assert_eq!(wakes.0.load(Ordering::Relaxed), 2); // ②
    assert_eq!(Arc::strong_count(&wakes), 2); // ③
}
// ANCHOR_END: counting_waker

fn main() {
    each_pending_asks_for_one_wake();
    println!("each_pending_asks_for_one_wake: ok");
}

pub(crate) struct CountDown {
    pub(crate) left: u32,
}

impl Future for CountDown {
    type Output = &'static str;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Poll::Ready("lift-off");
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
