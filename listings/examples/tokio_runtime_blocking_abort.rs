//! `abort` can't stop a blocking closure that has started.

use std::sync::mpsc;

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

// ANCHOR: main
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (started, has_started) = oneshot::channel();
    let (release, released) = mpsc::channel();
    let handle = spawn_blocking(move || {
        let _ = started.send(());
        released.recv().is_ok() // ①
    });
    assert!(has_started.await.is_ok());
    handle.abort(); // ②
    assert!(release.send(()).is_ok()); // ③
    println!("aborted: {:?}", handle.await);
}
// ANCHOR_END: main
