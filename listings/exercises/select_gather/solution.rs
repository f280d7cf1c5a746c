//! Gathers messages for a limited time, whose end stays where it is.

use std::pin::pin;
use std::time::Duration;

use tokio::sync::mpsc::Receiver;
use tokio::time::sleep;

pub struct Gathered {
    pub messages: Vec<u32>,
    /// The channel was closed before the limit.
    pub complete: bool,
}

/// Gathers what comes within the limit, or until the channel is closed.
pub async fn gather(channel: &mut Receiver<u32>, limit: Duration) -> Gathered {
    let mut messages = Vec::new();
    let mut deadline = pin!(sleep(limit));
    let complete = loop {
        tokio::select! {
            biased;
            // First, so that a channel that is always full can't keep it from its turn.
            () = &mut deadline => break false,
            message = channel.recv() => match message {
                Some(message) => messages.push(message),
                None => break true,
            },
        }
    };
    Gathered { messages, complete }
}
