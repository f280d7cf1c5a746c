//! A mailbox for one message, which wakes the task that waits for it.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

#[derive(Default)]
struct State {
    message: Option<String>,
    waker: Option<Waker>,
}

#[derive(Clone, Default)]
pub struct Mailbox {
    state: Arc<Mutex<State>>,
}

impl Mailbox {
    /// Leaves a message.
    pub fn put(&self, message: &str) {
        let mut state = self.state.lock().unwrap();
        state.message = Some(message.to_owned());
        let waker = state.waker.take();
        // A waker may run any code, even code that comes back to this mailbox.
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Waits for the message and takes it out.
    pub fn take(&self) -> Take {
        Take {
            mailbox: self.clone(),
        }
    }
}

pub struct Take {
    mailbox: Mailbox,
}

impl Future for Take {
    type Output = String;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<String> {
        let mut state = self.mailbox.state.lock().unwrap();
        if let Some(message) = state.message.take() {
            return Poll::Ready(message);
        }
        // The waker of this poll takes the place of an earlier one.
        match &mut state.waker {
            Some(waker) => waker.clone_from(cx.waker()),
            None => state.waker = Some(cx.waker().clone()),
        }
        Poll::Pending
    }
}
