//! Two async functions with the same signature make futures of two types.

use std::time::Duration;

use futures::future::join_all;
use tokio::time::sleep;

async fn boil() -> &'static str {
    sleep(Duration::from_millis(200)).await;
    "tea"
}

async fn roast() -> &'static str {
    sleep(Duration::from_millis(100)).await;
    "toast"
}

#[tokio::main]
async fn main() {
    let orders = vec![boil(), roast()];
    let breakfast = join_all(orders).await;
    println!("{breakfast:?}");
}
