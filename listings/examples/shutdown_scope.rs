//! A parent is dropped in the middle: which of its children are dropped, and when.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::FutureExt;
use tokio::task::{JoinSet, yield_now};
use tokio_util::sync::CancellationToken;

pub(crate) struct Gone(pub(crate) Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

// ANCHOR: parents
async fn child(_gone: Gone) {
    pending().await
}

pub(crate) async fn joined(gone: Gone) {
    tokio::join!(child(gone), pending::<()>());
}

pub(crate) async fn in_set(gone: Gone) {
    let mut set = JoinSet::new();
    set.spawn(child(gone));
    set.join_next().await;
}

pub(crate) async fn guarded(gone: Gone) {
    let token = CancellationToken::new();
    let _guard = token.clone().drop_guard(); // ①
    tokio::spawn(token.run_until_cancelled_owned(child(gone)));
    pending().await
}

pub(crate) async fn spawned(gone: Gone) {
    let _ = tokio::spawn(child(gone)).await;
}
// ANCHOR_END: parents

async fn leave<F: Future>(name: &str, parent: fn(Gone) -> F, forget: bool) {
    let gone = Arc::new(AtomicBool::new(false));
    let mut parent = Box::pin(parent(Gone(gone.clone())));
    assert!(parent.as_mut().now_or_never().is_none()); // ②
    yield_now().await;
    match forget {
        true => std::mem::forget(parent), // ③
        false => drop(parent),
    }
    let at_once = gone.load(Ordering::Relaxed);
    yield_now().await;
    let later = gone.load(Ordering::Relaxed);
    println!("{name:16} child gone at once: {at_once:5}  later: {later}");
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    leave("join!", joined, false).await;
    leave("JoinSet", in_set, false).await;
    leave("drop guard", guarded, false).await;
    leave("spawn", spawned, false).await;
    leave("forgotten parent", in_set, true).await;
}
