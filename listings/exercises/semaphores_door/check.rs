//! Lets visitors come under the paused clock, and judges how many are inside and how many served.

mod exercise;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use exercise::serve;
use listings::verdict;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

const LIMIT: usize = 3;
const VISITORS: u32 = 12;

#[derive(Default)]
struct House {
    now: AtomicUsize,
    peak: AtomicUsize,
    served: AtomicUsize,
}

impl House {
    async fn visit(&self, visitor: u32) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        sleep(Duration::from_millis(10 + u64::from(visitor))).await;
        self.now.fetch_sub(1, Ordering::Relaxed);
        self.served.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let house = Arc::new(House::default());
    let (queue, door) = mpsc::channel(VISITORS as usize);
    for visitor in 0..VISITORS {
        if queue.try_send(visitor).is_err() {
            unreachable!("the channel has room for all")
        }
    }
    let inside = house.clone();
    let served = tokio::spawn(serve(door, LIMIT, move |visitor| {
        let house = inside.clone();
        async move { house.visit(visitor).await }
    }));

    // The first are being served; nobody else has been let in.
    sleep(Duration::from_millis(5)).await;
    match house.peak.load(Ordering::Relaxed) {
        0 => verdict::fail("nobody"),
        peak if peak < LIMIT => verdict::fail("one-by-one"),
        peak if peak > LIMIT => verdict::fail("too-many"),
        _ => {}
    }
    let taken = VISITORS as usize - (queue.max_capacity() - queue.capacity());
    if taken > LIMIT {
        verdict::fail("let-in-early")
    }

    drop(queue);
    match timeout(Duration::from_secs(1), served).await {
        Ok(ended) => ended.expect("serve doesn't panic"),
        Err(_) => verdict::fail("never-ends"),
    }
    if house.served.load(Ordering::Relaxed) < VISITORS as usize {
        verdict::fail("not-all")
    }
    if house.peak.load(Ordering::Relaxed) > LIMIT {
        verdict::fail("too-many")
    }
    verdict::pass()
}
