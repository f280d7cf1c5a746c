//! Passes messages on from one channel to another, and can be cancelled anywhere.

use tokio::sync::mpsc::{Receiver, Sender};

pub struct Relay {
    from: Receiver<u32>,
    to: Sender<u32>,
}

impl Relay {
    pub fn new(from: Receiver<u32>, to: Sender<u32>) -> Self {
        Self { from, to }
    }

    /// Passes one message on; `false` when none will come any more, or nobody wants one.
    pub async fn pass_one(&mut self) -> bool {
        // Dropped here, it has taken no message; dropped at `recv`, it gives the room back.
        let Ok(permit) = self.to.reserve().await else {
            return false;
        };
        let Some(message) = self.from.recv().await else {
            return false;
        };
        permit.send(message);
        true
    }
}
