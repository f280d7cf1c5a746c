//! Two tasks under one waker: one waits for a flag and is polled too early, the other sets it.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

use listings::trace; // trace

#[derive(Default)]
struct Flag {
    set: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

// ANCHOR: tasks
async fn wait(flag: Arc<Flag>) {
    poll_fn(|cx| {
        let mut kept = flag.waker.lock().expect("nobody panics here");
        let set = flag.set.load(Ordering::Acquire);
        trace::state("a", format_args!("flag set: {set}")); // trace
        if set {
            trace::mark("found"); // trace
            return Poll::Ready(()); // ①
        }
        trace::mark("store"); // trace
        match &mut *kept {
            Some(waker) => waker.clone_from(cx.waker()),
            None => *kept = Some(cx.waker().clone()),
        }
        trace::mark("not_yet"); // trace
        Poll::Pending
    })
    .await;
}

async fn set(flag: Arc<Flag>) {
    let mut yielded = false;
    poll_fn(|cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        trace::mark("yield"); // trace
        cx.waker().wake_by_ref(); // ②
        trace::mark("pause"); // trace
        Poll::Pending
    })
    .await;
    flag.set.store(true, Ordering::Release);
    let waker = flag.waker.lock().expect("nobody panics here").take();
    if let Some(waker) = waker {
        trace::mark("wake"); // trace
        waker.wake(); // ③
    }
    trace::mark("done"); // trace
}
// ANCHOR_END: tasks

// ANCHOR: main
struct Bell(AtomicBool);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }
}

fn main() {
    trace::executor("main"); // trace
    let flag = Arc::new(Flag::default());
    trace::mark("create_a"); // trace
    let a = wait(flag.clone());
    let a = trace::task("a", a); // trace
    trace::mark("create_b"); // trace
    let b = set(flag);
    let b = trace::task("b", b); // trace
    let a: Pin<Box<dyn Future<Output = ()>>> = Box::pin(a);
    let mut tasks = vec![("a", a), ("b", Box::pin(b))];

    let bell = Arc::new(Bell(AtomicBool::new(true)));
    let waker = Waker::from(bell.clone()); // ④
    while bell.0.swap(false, Ordering::Acquire) {
        tasks.retain_mut(|(name, task)| {
            trace::mark("poll"); // trace
            let poll = task.as_mut().poll(&mut Context::from_waker(&waker));
            println!("{name}: {poll:?}");
            poll.is_pending()
        });
    }
}
// ANCHOR_END: main
