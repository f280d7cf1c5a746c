//! Two futures that differ in one line, each run on a thread of its own and watched.

use std::pin::{Pin, pin};
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use listings::trace; // trace

const WATCH: Duration = Duration::from_secs(2);

// ANCHOR: poll_body
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
            cx.waker().wake_by_ref(); // ①
        }
        trace::mark("pending"); // trace
        Poll::Pending
    }
}
// ANCHOR_END: poll_body

// ANCHOR: block_on
struct ThreadWaker(Thread);

impl Wake for ThreadWaker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on(fut: impl Future, report: impl Fn(String)) {
    let mut fut = pin!(fut);
    let thread = Arc::new(ThreadWaker(thread::current()));
    let mut polls = 0;
    loop {
        polls += 1;
        let waker = Waker::from(thread.clone());
        trace::mark("poll"); // trace
        let poll = fut.as_mut().poll(&mut Context::from_waker(&waker));
        drop(waker);
        if poll.is_ready() {
            report(format!("poll {polls}: Ready"));
            return;
        }
        let held = Arc::strong_count(&thread) - 1; // ②
        report(format!("poll {polls}: Pending, wakers still held: {held}"));
        trace::mark("park"); // trace
        trace::park("block_on"); // trace
        thread::park(); // ③
        trace::unpark("block_on"); // trace
    }
}
// ANCHOR_END: block_on

fn main() {
    for wake in [true, false] {
        trace::variant(format_args!("wake={wake}")); // trace
        println!("YieldOnce {{ wake: {wake} }}");
        let (report, reports) = mpsc::channel();
        thread::spawn(move || {
            trace::executor("block_on"); // trace
            trace::mark("create"); // trace
            let fut = YieldOnce {
                wake,
                yielded: false,
            };
            trace::state("yield_once", "yielded = false"); // trace
            let fut = trace::future("yield_once", fut); // trace
            block_on(fut, |line| report.send(line).expect("main listens"));
        });
        let end = loop {
            match reports.recv_timeout(WATCH) {
                Ok(line) => println!("  {line}"),
                Err(end) => break end,
            }
        };
        if end == mpsc::RecvTimeoutError::Disconnected {
            println!("  completed");
            continue;
        }
        trace::mark("stuck"); // trace
        trace::stuck("block_on"); // trace
        println!("  still parked after {} s", WATCH.as_secs());
    }
}
