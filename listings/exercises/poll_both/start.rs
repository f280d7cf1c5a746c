//! Two futures as one: ready with both values when both are there.

use std::pin::Pin;
use std::task::{Context, Poll};

pub struct Both<A, B> {
    first: A,
    second: B,
}

pub fn both<A, B>(first: A, second: B) -> Both<A, B> {
    Both { first, second }
}

impl<A, B> Future for Both<A, B>
where
    A: Future<Output = u32> + Unpin,
    B: Future<Output = u32> + Unpin,
{
    type Output = (u32, u32);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<(u32, u32)> {
        let first = Pin::new(&mut self.first).poll(cx);
        let second = Pin::new(&mut self.second).poll(cx);
        match (first, second) {
            (Poll::Ready(first), Poll::Ready(second)) => Poll::Ready((first, second)),
            _ => Poll::Pending,
        }
    }
}
