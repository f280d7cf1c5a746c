//! `abort` reaches a blocking job that waits for its thread, and not one that has started.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{hint, io};

use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

// ANCHOR: abort
async fn abort_both() {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    let (start, started) = oneshot::channel();
    let first = spawn_blocking(move || {
        start.send(()).expect("the task listens");
        while !asked.load(Ordering::Relaxed) {
            hint::spin_loop(); // ①
        }
        "stopped when asked"
    });
    started.await.expect("it says that it has started");
    let second = spawn_blocking(|| "never"); // ②

    first.abort();
    second.abort();
    stop.store(true, Ordering::Relaxed); // ③
    let [first, second] =
        [first.await, second.await].map(|end| end.map_err(|error| error.is_cancelled()));
    println!("started: {first:?}");
    println!("not started: {second:?}");
}

fn main() -> io::Result<()> {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.max_blocking_threads(1).build()?;
    runtime.block_on(abort_both());
    Ok(())
}
// ANCHOR_END: abort
