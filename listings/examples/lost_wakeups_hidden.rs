//! A future that loses its wake-up passes its test, because something else in the task ticks.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, interval, sleep};

// ANCHOR: forgetful
pub(crate) struct Forgetful(pub(crate) Arc<AtomicBool>);

impl Future for Forgetful {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<()> {
        match self.0.load(Ordering::Acquire) {
            true => Poll::Ready(()),
            false => Poll::Pending, // ①
        }
    }
}
// ANCHOR_END: forgetful

// ANCHOR: main
pub(crate) fn set_after(delay: Duration) -> Forgetful {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    tokio::spawn(async move {
        sleep(delay).await;
        set.store(true, Ordering::Release);
    });
    Forgetful(flag)
}

pub(crate) async fn tick_every(period: Duration) {
    let mut ticks = interval(period);
    for _ in 0..10 {
        ticks.tick().await;
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let delay = Duration::from_millis(25);

    for period in [10, 40].map(Duration::from_millis) {
        let started = Instant::now();
        let forgetful = set_after(delay);
        let timed = async {
            forgetful.await;
            println!(
                "beside a tick every {period:?}: ready after {:?}",
                started.elapsed()
            );
        };
        tokio::join!(timed, tick_every(period)); // ②
    }

    let started = Instant::now();
    let alone = tokio::spawn(set_after(delay)); // ③
    sleep(Duration::from_secs(3600)).await;
    println!(
        "alone: ready {} after {:?}",
        alone.is_finished(),
        started.elapsed()
    );
}
// ANCHOR_END: main
