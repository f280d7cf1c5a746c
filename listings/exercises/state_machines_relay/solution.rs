//! A loop leads from one state to the next within a poll, and `Done` stands between and after them.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

pub enum Relay<A, F, B> {
    First { child: A, next: F },
    Second { child: B, key: u32 },
    Done,
}

pub fn relay<A, F, B>(first: A, next: F) -> Relay<A, F, B> {
    Relay::First { child: first, next }
}

impl<A, F, B> Future for Relay<A, F, B>
where
    A: Future<Output = u32> + Unpin,
    F: Fn(u32) -> B + Unpin,
    B: Future<Output = u32> + Unpin,
{
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        loop {
            match &mut *self {
                Relay::First { child, .. } => {
                    let key = ready!(Pin::new(child).poll(cx));
                    let Relay::First { child, next } = mem::replace(&mut *self, Relay::Done) else {
                        unreachable!("this arm is for `First`");
                    };
                    drop(child);
                    let child = next(key);
                    *self = Relay::Second { child, key };
                }
                Relay::Second { child, key } => {
                    let value = ready!(Pin::new(child).poll(cx));
                    let sum = *key + value;
                    *self = Relay::Done;
                    return Poll::Ready(sum);
                }
                Relay::Done => panic!("`Relay` resumed after completion"),
            }
        }
    }
}
