//! The future that nobody can wake, inside Tokio's timeout: it succeeds, late, in real time.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::time::timeout;

struct YieldOnce {
    wake: bool,
    yielded: bool,
}

impl Future for YieldOnce {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.yielded {
            return Poll::Ready(());
        }
        self.yielded = true;
        if self.wake {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

// ANCHOR: limits
#[tokio::main(flavor = "current_thread")]
async fn main() {
    for wake in [true, false] {
        for limit in [500, 250].map(Duration::from_millis) {
            let yielded = false;
            let started = Instant::now();
            let result = timeout(limit, YieldOnce { wake, yielded }).await; // ①
            let took = started.elapsed();
            println!("wake: {wake}, limit {limit:?}: {result:?} after {took:.1?}");

            let least = if wake { Duration::ZERO } else { limit };
            assert!(least <= took && took < least + limit); // ②
        }
    }
}
// ANCHOR_END: limits
