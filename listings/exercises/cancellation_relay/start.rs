//! Passes messages on from one channel to another. A cancelled `pass_one` loses a message.

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
        let Some(message) = self.from.recv().await else {
            return false;
        };
        self.to.send(message).await.is_ok()
    }
}
