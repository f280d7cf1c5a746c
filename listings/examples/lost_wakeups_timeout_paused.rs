//! The future that nobody can wake, inside Tokio's timeout, under the paused clock: to the
//! millisecond.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use listings::trace; // trace

const LIMIT: Duration = Duration::from_millis(500);

struct YieldOnce {
    wake: bool,
    yielded: bool,
}

impl Future for YieldOnce {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.yielded {
            trace::mark("ready"); // trace
            return Poll::Ready(());
        }
        self.yielded = true;
        trace::state("yield_once", "yielded = true"); // trace
        if self.wake {
            trace::mark("wake"); // trace
            cx.waker().wake_by_ref();
        }
        trace::mark("pending"); // trace
        Poll::Pending
    }
}

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)] // ①
async fn main() {
    for wake in [true, false] {
        trace::variant(format_args!("wake={wake}")); // trace
        trace::executor("tokio"); // trace
        trace::clock("clock"); // trace
        let started = Instant::now();
        trace::mark("create"); // trace
        let yielded = false;
        let fut = YieldOnce { wake, yielded };
        let fut = trace::future("yield_once", fut); // trace
        trace::mark("timeout"); // trace
        let fut = timeout(LIMIT, fut);
        let fut = trace::future("timeout", fut).with_timer("timer"); // trace
        let fut = fut.with_value(); // trace
        trace::mark("await"); // trace
        let result = fut.await; // ②
        println!("wake: {wake}: {result:?} after {:?}", started.elapsed());
    }
    let started = Instant::now();
    let result = timeout(LIMIT, std::future::pending::<()>()).await; // ③
    println!("never ready: {result:?} after {:?}", started.elapsed());
}
// ANCHOR_END: main
