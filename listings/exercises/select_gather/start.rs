//! Gathers messages for a limited time. While messages come, the limit doesn't.

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
    let complete = loop {
        tokio::select! {
            Some(message) = channel.recv() => messages.push(message),
            () = sleep(limit) => break false,
        }
    };
    Gathered { messages, complete }
}
