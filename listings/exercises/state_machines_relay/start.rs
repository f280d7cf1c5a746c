//! Two awaits by hand. As an async fn it would be:
//!
//! ```ignore
//! async fn relay(first, next) -> u32 {
//!     let key = first.await;
//!     let value = next(key).await;
//!     key + value
//! }
//! ```

use std::pin::Pin;
use std::task::{Context, Poll, ready};

pub enum Relay<A, F, B> {
    First { child: A, next: F },
    Second { child: B, key: u32 },
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
        match &mut *self {
            Relay::First { child, next } => {
                let key = ready!(Pin::new(child).poll(cx));
                let child = next(key);
                *self = Relay::Second { child, key };
                Poll::Pending
            }
            Relay::Second { child, key } => {
                let value = ready!(Pin::new(child).poll(cx));
                Poll::Ready(*key + value)
            }
        }
    }
}
