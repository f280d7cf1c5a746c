//! A waker that polls the task itself, instead of queueing it.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

// ANCHOR: eager_waker
struct Task(Mutex<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl Task {
    fn poll(self: Arc<Self>) {
        let Ok(mut future) = self.0.try_lock() else {
            println!("  wake: no poll, the future is in use"); // ①
            return;
        };
        let waker = Waker::from(self.clone());
        let poll = future.as_mut().poll(&mut Context::from_waker(&waker));
        println!("  {poll:?}");
    }
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        self.poll(); // ②
    }
}

fn main() {
    let mut left = 3;
    let count_down = poll_fn(move |cx| {
        println!("left: {left}");
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    });
    Arc::new(Task(Mutex::new(Box::pin(count_down)))).poll();
    println!("main ends");
}
// ANCHOR_END: eager_waker
