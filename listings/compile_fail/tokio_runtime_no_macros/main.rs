//! A `main` for Tokio, without Tokio's feature `macros`.

use std::time::Duration;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    tokio::time::sleep(Duration::from_millis(10)).await;
}
