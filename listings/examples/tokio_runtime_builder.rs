//! What `#[tokio::main]` writes: a runtime is built, and `block_on` polls the body of `main`.

use std::io;
use std::thread;

use tokio::runtime::{Builder, Runtime};

// ANCHOR: work
async fn work(runtime: &str) {
    let here = thread::current().id();
    let task = tokio::spawn(async { thread::current().id() });
    let same = task.await.is_ok_and(|there| there == here); // ①
    println!("{runtime}: task on the thread of block_on: {same}");
}
// ANCHOR_END: work

// ANCHOR: main
fn single() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build() // ②
}

fn multi() -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(2) // ③
        .enable_all()
        .build()
}

fn main() -> io::Result<()> {
    single()?.block_on(work("current_thread")); // ④
    multi()?.block_on(work("multi_thread"));
    Ok(())
}
// ANCHOR_END: main
