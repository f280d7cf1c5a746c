//! What `.await` stands for, written out and compared with it poll for poll.

use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use futures::{pending, poll};

// ANCHOR: by_hand
async fn plain<F: IntoFuture>(operand: F) -> F::Output {
    operand.await
}

pub(crate) async fn by_hand<F: IntoFuture>(operand: F) -> F::Output {
    let mut operand = pin!(operand.into_future()); // ①
    loop {
        let outcome = poll!(operand.as_mut()); // ②
        match outcome {
            Poll::Ready(value) => break value, // ③
            Poll::Pending => pending!(),       // ④
        }
    }
}
// ANCHOR_END: by_hand

// ANCHOR: compare
fn main() {
    let mut plain = pin!(plain(count_down(3)));
    let mut by_hand = pin!(by_hand(count_down(3)));
    let mut cx = Context::from_waker(Waker::noop());
    for n in 1..=3 {
        let left = plain.as_mut().poll(&mut cx);
        let right = by_hand.as_mut().poll(&mut cx);
        println!("poll {n}: .await {left:?}, by hand {right:?}");
        assert_eq!(left, right);
    }
}
// ANCHOR_END: compare

fn count_down(mut left: u32) -> impl Future<Output = &'static str> {
    poll_fn(move |cx| {
        left -= 1;
        if left == 0 {
            return Poll::Ready("lift-off");
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}
