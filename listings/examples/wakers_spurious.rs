//! Two futures that wait for a flag: one takes a second poll for the news, the other looks.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use futures::executor::block_on;
use futures::join;

#[derive(Default)]
pub(crate) struct Flag {
    set: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

impl Flag {
    fn store_waker(&self, waker: &Waker) {
        *self.waker.lock().expect("nobody panics here") = Some(waker.clone());
    }

    pub(crate) fn is_set(&self) -> bool {
        self.set.load(Ordering::Acquire)
    }

    pub(crate) fn set(&self) {
        self.set.store(true, Ordering::Release);
        let waker = self.waker.lock().expect("nobody panics here").take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

// ANCHOR: believes
pub(crate) struct Believes {
    pub(crate) flag: Arc<Flag>,
    pub(crate) asked: bool,
}

impl Future for Believes {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.asked {
            return Poll::Ready(()); // ①
        }
        self.asked = true;
        self.flag.store_waker(cx.waker());
        Poll::Pending
    }
}
// ANCHOR_END: believes

// ANCHOR: looks
pub(crate) struct Looks {
    pub(crate) flag: Arc<Flag>,
}

impl Future for Looks {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.flag.is_set() {
            return Poll::Ready(()); // ②
        }
        self.flag.store_waker(cx.waker());
        Poll::Pending
    }
}
// ANCHOR_END: looks

// ANCHOR: main
async fn beside_a_sibling(name: &str, wait: impl Future<Output = ()>, flag: &Flag) {
    let waiting = async {
        wait.await;
        println!("{name}: ready, and the flag is set: {}", flag.is_set());
    };
    let sibling = async {
        yield_now().await; // ③
        flag.set(); // ④
    };
    join!(waiting, sibling);
}

fn main() {
    let flag = Arc::new(Flag::default());
    let asked = false;
    let believes = Believes {
        flag: flag.clone(),
        asked,
    };
    block_on(beside_a_sibling("Believes", believes, &flag));
    let flag = Arc::new(Flag::default());
    let looks = Looks { flag: flag.clone() };
    block_on(beside_a_sibling("Looks", looks, &flag));
}
// ANCHOR_END: main

async fn yield_now() {
    let mut yielded = false;
    poll_fn(|cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
