//! A poll that lends its waker to another thread instead of giving it a clone.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;

struct Elsewhere;

impl Future for Elsewhere {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = cx.waker();
        thread::spawn(move || waker.wake_by_ref());
        Poll::Pending
    }
}

fn main() {}
