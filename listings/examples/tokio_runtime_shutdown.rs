//! The end of a runtime waits for blocking closures that have started, unless it is told not to.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};

// ANCHOR: busy
fn busy(work: impl FnOnce() + Send + 'static) -> io::Result<(Runtime, Arc<AtomicBool>)> {
    let runtime = Builder::new_current_thread().build()?;
    let (started, has_started) = mpsc::channel();
    let done = Arc::new(AtomicBool::new(false));
    let set = done.clone();
    runtime.spawn_blocking(move || {
        let _ = started.send(());
        work();
        set.store(true, Ordering::Release);
    });
    assert!(has_started.recv().is_ok()); // ①
    Ok((runtime, done))
}
// ANCHOR_END: busy

// ANCHOR: main
const WORK: Duration = Duration::from_millis(100);

fn main() -> io::Result<()> {
    let start = Instant::now();
    let (runtime, done) = busy(|| thread::sleep(WORK))?;
    drop(runtime); // ②
    assert!(start.elapsed() >= WORK);
    println!("drop: work done {}", done.load(Ordering::Acquire));

    let (hold, held) = mpsc::channel::<()>();
    let (runtime, done) = busy(move || assert!(held.recv().is_err()))?;
    runtime.shutdown_background(); // ③
    println!("no wait: work done {}", done.load(Ordering::Acquire));
    drop(hold);

    let (hold, held) = mpsc::channel::<()>();
    let (runtime, done) = busy(move || assert!(held.recv().is_err()))?;
    drop(hold); // ④
    drop(runtime);
    println!("asked: work done {}", done.load(Ordering::Acquire));
    Ok(())
}
// ANCHOR_END: main
