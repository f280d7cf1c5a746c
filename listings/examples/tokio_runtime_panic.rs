//! A panic ends its task and nothing else, and stays in the handle until somebody looks.

use std::panic;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::sleep;

// ANCHOR: main
fn parse(text: &'static str) -> JoinHandle<u32> {
    tokio::spawn(async move { text.parse().expect("a number") })
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let good = parse("42");
    let bad = parse("forty-two");
    sleep(Duration::from_secs(3600)).await; // ①
    println!("an hour later, finished: {}", bad.is_finished());
    println!("good: {:?}", good.await);

    let Err(error) = bad.await else { return }; // ②
    println!("bad: panicked {}", error.is_panic());
    panic::resume_unwind(error.into_panic()); // ③
}
// ANCHOR_END: main
