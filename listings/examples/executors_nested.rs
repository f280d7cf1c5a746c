//! A `block_on` inside another one takes the token that was meant for the outer one.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use futures::channel::oneshot;
use futures::join;

const WATCH: Duration = Duration::from_secs(1);

struct ThreadWaker {
    thread: Thread,
    woken: AtomicBool,
}

impl Wake for ThreadWaker {
    fn wake(self: Arc<Self>) {
        self.woken.swap(true, Ordering::Release);
        self.thread.unpark();
    }
}

pub(crate) fn by_flag<F: Future>(fut: F) -> F::Output {
    let mut fut = pin!(fut);
    let (thread, woken) = (thread::current(), AtomicBool::new(false));
    let state = Arc::new(ThreadWaker { thread, woken });
    let waker = Waker::from(state.clone());
    loop {
        if let Poll::Ready(value) = fut.as_mut().poll(&mut Context::from_waker(&waker)) {
            return value;
        }
        while !state.woken.swap(false, Ordering::Acquire) {
            thread::park();
        }
    }
}

// ANCHOR: by_token
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn by_token<F: Future>(fut: F) -> F::Output {
    let mut fut = pin!(fut);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    loop {
        if let Poll::Ready(value) = fut.as_mut().poll(&mut Context::from_waker(&waker)) {
            return value;
        }
        thread::park(); // ①
    }
}
// ANCHOR_END: by_token

// ANCHOR: cases
pub(crate) async fn yield_now() {
    let mut yielded = false;
    poll_fn(|cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref(); // ②
        Poll::Pending
    })
    .await;
}

pub(crate) async fn beside(other: impl FnOnce()) {
    join!(yield_now(), async { other() });
}

pub(crate) fn parks() {
    thread::park_timeout(Duration::from_millis(1)); // ③
}

fn main() {
    watch("by token, nothing else", || by_token(beside(|| ())));
    watch("by token, parks", || by_token(beside(parks)));
    watch("by token, nested", || {
        by_token(beside(|| by_token(yield_now()))); // ④
    });
    watch("by flag, parks", || by_flag(beside(parks)));
    watch("by flag, nested", || {
        by_flag(beside(|| by_flag(yield_now())));
    });
    watch("by flag, nested, waits for a neighbour", || {
        let (send, receive) = oneshot::channel();
        let inner = async { by_flag(receive).expect("sent") }; // ⑤
        let neighbour = async { send.send(()).expect("awaited") };
        by_flag(async { join!(inner, neighbour) });
    });
}
// ANCHOR_END: cases

fn watch(name: &str, program: impl FnOnce() + Send + 'static) {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        program();
        done.send(()).expect("main listens");
    });
    let end = match is_done.recv_timeout(WATCH) {
        Ok(()) => "done".to_owned(),
        Err(_) => format!("still parked after {} s", WATCH.as_secs()),
    };
    println!("{name}: {end}");
}
