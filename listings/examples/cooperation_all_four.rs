//! Four blocked tasks take all four workers, and then neither a new task nor a timer gets on.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

pub(crate) const SHORT: Duration = Duration::from_millis(100);
pub(crate) const LONG: Duration = Duration::from_secs(10);

type Seen = Result<(), RecvTimeoutError>;

// ANCHOR: all_four
pub(crate) fn beside(
    blocked: usize,
    on_workers: bool,
    limit: Duration,
    runtime: &Runtime,
) -> (Seen, Seen) {
    let mut gates = Vec::new();
    for _ in 0..blocked {
        let (open, gate) = mpsc::channel::<()>();
        let (enter, entered) = mpsc::channel();
        let block = move || {
            enter.send(()).expect("main listens");
            gate.recv() // ①
        };
        if on_workers {
            runtime.spawn(async move { block() });
        } else {
            runtime.spawn_blocking(block); // ②
        }
        entered.recv().expect("it says that it is there"); // ③
        gates.push(open);
    }

    let (start, started) = mpsc::channel();
    runtime.spawn(async move { start.send(()) });
    let task = started.recv_timeout(limit); // ④

    let (fire, fired) = mpsc::channel();
    let handle = runtime.handle().clone();
    let sleeper = thread::spawn(move || {
        handle.block_on(async { sleep(Duration::from_millis(1)).await });
        fire.send(())
    });
    let timer = fired.recv_timeout(limit); // ⑤
    drop(gates);
    let _ = sleeper.join().expect("the timer fires in the end");
    (task, timer)
}

fn main() {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(4).enable_time().build();
    let runtime = runtime.expect("the system gives us threads");
    for (blocked, on_workers, limit) in [(3, true, LONG), (4, true, SHORT), (4, false, LONG)] {
        let (task, timer) = beside(blocked, on_workers, limit, &runtime);
        println!("{blocked} blocked, on workers {on_workers}: task {task:?}, timer {timer:?}");
    }
}
// ANCHOR_END: all_four
