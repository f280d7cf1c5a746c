//! A future is tried once and then put into a set of futures, which polls with a waker of its own.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use futures::FutureExt;
use futures::stream::{FuturesUnordered, StreamExt};

#[derive(Default)]
struct Reply {
    answer: Option<u32>,
    waker: Option<Waker>,
}

struct Waiting {
    reply: Arc<Mutex<Reply>>,
    latest: bool,
}

impl Future for Waiting {
    type Output = u32;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        let mut reply = self.reply.lock().expect("nobody panics here");
        if let Some(answer) = reply.answer {
            return Poll::Ready(answer);
        }
        if self.latest || reply.waker.is_none() {
            reply.waker = Some(cx.waker().clone()); // ①
        }
        Poll::Pending
    }
}

// ANCHOR: main
fn main() {
    for latest in [false, true] {
        let reply = Arc::new(Mutex::new(Reply::default()));
        let mut waiting = Waiting {
            reply: reply.clone(),
            latest,
        };
        let tried = (&mut waiting).now_or_never(); // ②
        println!("latest: {latest}, tried: {tried:?}");

        let mut set = FuturesUnordered::from_iter([waiting]); // ③
        let mut cx = Context::from_waker(Waker::noop());
        println!("  in the set: {:?}", set.poll_next_unpin(&mut cx));

        let mut answered = reply.lock().expect("nobody panics here");
        answered.answer = Some(42);
        let waker = answered.waker.take().expect("one was kept");
        drop(answered);
        waker.wake();
        for _ in 0..3 {
            println!("  answered: {:?}", set.poll_next_unpin(&mut cx)); // ④
        }
    }
}
// ANCHOR_END: main
