//! A task as its own waker, with a future that need not be `Send`.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Wake, Waker};

struct Task {
    future: Mutex<Option<Pin<Box<dyn Future<Output = ()>>>>>,
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {}
}

fn main() {
    let future = Mutex::new(Some(Box::pin(async {}) as _));
    let task = Arc::new(Task { future });
    let waker = Waker::from(task.clone());
    waker.wake();
    drop(task.future.lock());
}
