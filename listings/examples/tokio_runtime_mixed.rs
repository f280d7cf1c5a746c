//! Which of Tokio's futures need Tokio's runtime: a sleep does, a channel doesn't.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use futures::{executor, join};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::sleep;

// ANCHOR: main
fn panics(what: &str, run: impl FnOnce()) {
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    println!("{what}: panics {}", result.is_err());
}

fn main() -> io::Result<()> {
    let nap = async { sleep(Duration::from_millis(10)).await };
    panics("a sleep in futures' block_on", || executor::block_on(nap)); // ①

    let (sender, receiver) = oneshot::channel();
    let exchange = async { join!(receiver, async { sender.send(42) }).0 }; // ②
    println!("a channel: {:?}", executor::block_on(exchange));

    let bare = Builder::new_current_thread().build()?; // ③
    let nap = async { sleep(Duration::from_millis(10)).await };
    panics("a sleep without timers", || bare.block_on(nap));

    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let entered = runtime.enter(); // ④
    executor::block_on(sleep(Duration::from_millis(10)));
    println!("a sleep in an entered runtime: done");
    drop(entered);
    Ok(())
}
// ANCHOR_END: main
