//! A future that waits for a flag, whatever it is polled for and whenever the flag is set.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

/// Where the future leaves its waker, and whoever sets the flag takes it out.
pub type Slot = Arc<Mutex<Option<Waker>>>;

pub struct FlagFuture {
    flag: Arc<AtomicBool>,
    slot: Slot,
}

impl FlagFuture {
    pub fn new(flag: Arc<AtomicBool>, slot: Slot) -> Self {
        Self { flag, slot }
    }
}

impl Future for FlagFuture {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.flag.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        let mut slot = self.slot.lock().unwrap();
        match &mut *slot {
            Some(waker) => waker.clone_from(cx.waker()),
            None => *slot = Some(cx.waker().clone()),
        }
        drop(slot);
        // Whoever set the flag before the waker lay in the slot has found no waker there.
        if self.flag.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}
