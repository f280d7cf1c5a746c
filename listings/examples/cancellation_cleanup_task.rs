//! Sessions that are closed, dropped, and cancelled in the middle of closing: all of them end well.

use std::time::Duration;

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{sleep, timeout};

// ANCHOR: session
struct Session {
    name: &'static str,
    open: bool,
    cleanup: UnboundedSender<&'static str>,
}

impl Session {
    async fn close(mut self) {
        say_goodbye(self.name, "close").await; // ①
        self.open = false;
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.open {
            let _ = self.cleanup.send(self.name); // ②
        }
    }
}

async fn clean_up(mut dropped: UnboundedReceiver<&'static str>) {
    while let Some(name) = dropped.recv().await {
        say_goodbye(name, "cleanup").await;
    }
}
// ANCHOR_END: session

async fn say_goodbye(name: &str, by: &str) {
    sleep(Duration::from_millis(10)).await;
    println!("{name}: goodbye sent by {by}");
}

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (tx, rx) = mpsc::unbounded_channel();
    let cleaner = tokio::spawn(clean_up(rx));
    let session = |name| Session {
        name,
        open: true,
        cleanup: tx.clone(),
    };

    session("closed").close().await;
    drop(session("dropped"));
    let cut_short = session("cut short").close();
    assert!(timeout(Duration::from_millis(5), cut_short).await.is_err());

    drop(tx);
    cleaner.await.expect("no panic"); // ③
}
// ANCHOR_END: main
