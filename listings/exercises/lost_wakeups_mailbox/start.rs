//! A mailbox for one message. A task that asks before the message is there is never woken.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

#[derive(Default)]
struct State {
    message: Option<String>,
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

    fn poll(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<String> {
        let mut state = self.mailbox.state.lock().unwrap();
        match state.message.take() {
            Some(message) => Poll::Ready(message),
            None => Poll::Pending,
        }
    }
}
