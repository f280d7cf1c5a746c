//! A session is stopped by its token, and what it has spawned goes on, unless it is told as well.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub(crate) type Beats = Arc<AtomicU32>;

// ANCHOR: start
async fn heartbeat(beats: Beats) {
    loop {
        beats.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_millis(10)).await;
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    Alone,
    NewToken,
    ChildToken,
}

pub(crate) async fn session(start: Start, token: CancellationToken, beats: Beats) {
    let beating = heartbeat(beats);
    match start {
        Start::Alone => drop(tokio::spawn(beating)), // ①
        Start::NewToken => {
            let own = CancellationToken::new(); // ②
            tokio::spawn(own.run_until_cancelled_owned(beating));
        }
        Start::ChildToken => {
            let child = token.child_token(); // ③
            tokio::spawn(child.run_until_cancelled_owned(beating));
        }
    }
    token
        .run_until_cancelled(sleep(Duration::from_secs(60)))
        .await; // ④
}
// ANCHOR_END: start

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for start in [Start::Alone, Start::NewToken, Start::ChildToken] {
        let (token, beats) = (CancellationToken::new(), Beats::default());
        let session = tokio::spawn(session(start, token.clone(), beats.clone()));
        sleep(Duration::from_millis(55)).await;
        token.cancel();
        session.await.expect("the session doesn't panic");
        let before = beats.load(Ordering::Relaxed);
        sleep(Duration::from_secs(1)).await;
        let after = beats.load(Ordering::Relaxed) - before;
        println!("{start:?}: {before} beats, then {after} after the session");
    }
}
