//! `select!` polls what it is given, and to a future that is not pinned a `&mut` is not enough.

use std::time::Duration;

use tokio::time::sleep;

async fn brew() -> &'static str {
    sleep(Duration::from_millis(250)).await;
    "tea"
}

#[tokio::main]
async fn main() {
    let mut work = brew();
    loop {
        tokio::select! {
            drink = &mut work => {
                println!("{drink} is ready");
                break;
            }
            () = sleep(Duration::from_millis(100)) => println!("still brewing"),
        }
    }
}
