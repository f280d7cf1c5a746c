//! A future that waits for a flag. It is ready when it is polled again, set or not.

use std::pin::Pin;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

/// Where the future leaves its waker, and whoever sets the flag takes it out.
pub type Slot = Arc<Mutex<Option<Waker>>>;

pub struct FlagFuture {
    #[allow(dead_code)]
    flag: Arc<AtomicBool>,
    slot: Slot,
    polled: bool,
}

impl FlagFuture {
    pub fn new(flag: Arc<AtomicBool>, slot: Slot) -> Self {
        Self {
            flag,
            slot,
            polled: false,
        }
    }
}

impl Future for FlagFuture {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.polled {
            return Poll::Ready(());
        }
        self.polled = true;
        *self.slot.lock().unwrap() = Some(cx.waker().clone());
        Poll::Pending
    }
}
