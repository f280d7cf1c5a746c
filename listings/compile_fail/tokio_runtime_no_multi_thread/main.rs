//! A `main` without a flavour, without Tokio's feature `rt-multi-thread`.

use std::time::Duration;

#[tokio::main]
async fn main() {
    tokio::time::sleep(Duration::from_millis(10)).await;
}
