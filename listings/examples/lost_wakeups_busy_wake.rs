//! The opposite bug: a future that wakes itself at each poll until a flag is set, and one that
//! lets the one who sets the flag wake it.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use futures::executor::block_on;

// ANCHOR: busy
#[derive(Default)]
pub(crate) struct Flag {
    pub(crate) set: AtomicBool,
    pub(crate) waker: Mutex<Option<Waker>>,
}

pub(crate) struct Busy(pub(crate) Arc<Flag>);

impl Future for Busy {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.0.set.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref(); // ①
        Poll::Pending
    }
}
// ANCHOR_END: busy

// ANCHOR: waiting
pub(crate) struct Waiting(pub(crate) Arc<Flag>);

impl Future for Waiting {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut waker = self.0.waker.lock().expect("nobody panics here");
        if self.0.set.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        *waker = Some(cx.waker().clone()); // ②
        Poll::Pending
    }
}
// ANCHOR_END: waiting

fn count_polls(fut: impl Future, flag: Arc<Flag>) -> u64 {
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        flag.set.store(true, Ordering::Release);
        let waker = flag.waker.lock().expect("nobody panics here").take();
        if let Some(waker) = waker {
            waker.wake();
        }
    });
    let mut polls = 0;
    let mut fut = pin!(fut);
    block_on(std::future::poll_fn(|cx| {
        polls += 1;
        fut.as_mut().poll(cx).map(drop)
    }));
    polls
}

fn main() {
    let flag = Arc::new(Flag::default());
    let polls = count_polls(Busy(flag.clone()), flag);
    assert!(polls > 1_000);
    println!("Busy: more than 1000 polls");

    let flag = Arc::new(Flag::default());
    let polls = count_polls(Waiting(flag.clone()), flag);
    println!("Waiting: {polls} polls");
}
