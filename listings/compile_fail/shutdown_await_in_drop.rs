//! `drop` is no async function, so it can await nothing.

use std::time::Duration;

use tokio::time::sleep;

// ANCHOR: drop
struct Upload;

async fn remove_parts() {
    sleep(Duration::from_millis(5)).await;
}

impl Drop for Upload {
    fn drop(&mut self) {
        remove_parts().await;
    }
}
// ANCHOR_END: drop

#[tokio::main(flavor = "current_thread")]
async fn main() {
    drop(Upload);
}
