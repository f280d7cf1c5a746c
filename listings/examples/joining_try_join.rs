//! One of two requests fails: `join!` waits for the other all the same, `try_join!` drops it.

use std::time::Duration;

use tokio::time::{Instant, sleep};

// ANCHOR: requests
struct Connection(Instant);

impl Drop for Connection {
    fn drop(&mut self) {
        println!("  connection closed at {:?}", self.0.elapsed()); // ①
    }
}

async fn slow() -> Result<&'static str, &'static str> {
    let _connection = Connection(Instant::now());
    sleep(Duration::from_millis(300)).await;
    println!("  slow request answered");
    Ok("page")
}

async fn failing() -> Result<&'static str, &'static str> {
    sleep(Duration::from_millis(100)).await;
    Err("no route")
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    println!("join!");
    let started = Instant::now();
    let result = tokio::join!(slow(), failing());
    println!("  {result:?} at {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(300));

    println!("try_join!");
    let started = Instant::now();
    let result = tokio::try_join!(slow(), failing()); // ②
    println!("  {result:?} at {:?}", started.elapsed());
    assert_eq!(started.elapsed(), Duration::from_millis(100));
}
// ANCHOR_END: requests
