//! Tokio's budget: how often a neighbour gets a turn beside a loop whose awaits are always ready.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::mpsc;
use tokio::task::coop::{consume_budget, cooperative, unconstrained};
use tokio::task::yield_now;

pub(crate) async fn turns_beside(work: impl Future<Output = ()> + Send + 'static) -> u32 {
    let turns = Arc::new(AtomicU32::new(0));
    let seen = turns.clone();
    let work = tokio::spawn(async move {
        work.await;
        seen.load(Ordering::Relaxed)
    });
    let neighbour = tokio::spawn(async move {
        loop {
            turns.fetch_add(1, Ordering::Relaxed);
            yield_now().await;
        }
    });
    let seen = work.await.expect("no panic");
    neighbour.abort();
    seen
}

// ANCHOR: loops
pub(crate) async fn rounds<F: Future>(next: impl Fn() -> F) {
    for _ in 0..1000 {
        next().await;
    }
}

pub(crate) async fn receive() {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    (0..1000).for_each(|n| sender.send(n).expect("there is a receiver"));
    for _ in 0..1000 {
        receiver.recv().await; // ①
    }
}

async fn report(name: &str, work: impl Future<Output = ()> + Send + 'static) {
    println!("{name}: {}", turns_beside(work).await);
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    report("ready", rounds(|| ready(()))).await;
    report("recv", receive()).await;
    report("recv, unconstrained", unconstrained(receive())).await; // ②
    report("ready, cooperative", rounds(|| cooperative(ready(())))).await; // ③
    report("consume_budget", rounds(consume_budget)).await; // ④
    report("yield_now", rounds(yield_now)).await;
}
// ANCHOR_END: loops
