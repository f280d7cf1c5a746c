//! An actor that holds a sender of its own mailbox never ends; with a weak one it does.

use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver, Sender, WeakSender};
use tokio::time::timeout;

// ANCHOR: strong
pub(crate) async fn strong(mut mailbox: Receiver<u32>, own: Sender<u32>) -> u32 {
    let mut handled = 0;
    while let Some(n) = mailbox.recv().await {
        handled += 1;
        if n > 0 {
            let _ = own.try_send(n - 1); // ①
        }
    }
    handled
}
// ANCHOR_END: strong

// ANCHOR: weak
pub(crate) async fn weak(mut mailbox: Receiver<u32>, own: WeakSender<u32>) -> u32 {
    let mut handled = 0;
    while let Some(n) = mailbox.recv().await {
        handled += 1;
        if n > 0 {
            let _ = own.upgrade().map(|own| own.try_send(n - 1)); // ②
        }
    }
    handled
}
// ANCHOR_END: weak

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let hour = Duration::from_secs(3600);

    let (tx, mailbox) = mpsc::channel(4);
    let strong = strong(mailbox, tx.clone());
    tx.send(3).await.expect("it lives");
    drop(tx);
    println!("strong: {:?}", timeout(hour, strong).await);

    let (tx, mailbox) = mpsc::channel(4);
    let weak = weak(mailbox, tx.downgrade());
    tx.send(3).await.expect("it lives");
    drop(tx);
    println!("weak: {:?}", timeout(hour, weak).await);
}
