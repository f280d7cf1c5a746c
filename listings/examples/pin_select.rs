//! One future, polled in each round of a loop of `select!`: pinned once, lent each time.

use std::pin::pin;
use std::time::Duration;

use tokio::time::sleep;

// ANCHOR: select
async fn brew() -> &'static str {
    sleep(Duration::from_millis(250)).await;
    "tea"
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let mut work = pin!(brew()); // ①
    loop {
        tokio::select! {
            biased;
            drink = &mut work => { // ②
                println!("{drink} is ready");
                break;
            }
            () = sleep(Duration::from_millis(100)) => println!("still brewing"),
        }
    }
}
// ANCHOR_END: select
