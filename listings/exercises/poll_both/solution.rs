//! Each value is kept from the poll that gave it, and its future left alone.

use std::pin::Pin;
use std::task::{Context, Poll};

pub struct Both<A, B> {
    first: Half<A>,
    second: Half<B>,
}

enum Half<F> {
    Waiting(F),
    Done(u32),
}

impl<F: Future<Output = u32> + Unpin> Half<F> {
    fn value(&mut self, cx: &mut Context<'_>) -> Option<u32> {
        if let Half::Waiting(future) = self
            && let Poll::Ready(value) = Pin::new(future).poll(cx)
        {
            *self = Half::Done(value);
        }
        match self {
            Half::Waiting(_) => None,
            Half::Done(value) => Some(*value),
        }
    }
}

pub fn both<A, B>(first: A, second: B) -> Both<A, B> {
    Both {
        first: Half::Waiting(first),
        second: Half::Waiting(second),
    }
}

impl<A, B> Future for Both<A, B>
where
    A: Future<Output = u32> + Unpin,
    B: Future<Output = u32> + Unpin,
{
    type Output = (u32, u32);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<(u32, u32)> {
        let first = self.first.value(cx);
        let second = self.second.value(cx);
        match (first, second) {
            (Some(first), Some(second)) => Poll::Ready((first, second)),
            _ => Poll::Pending,
        }
    }
}
