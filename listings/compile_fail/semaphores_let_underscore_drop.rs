//! The lint that sees a permit dropped by `let _`.

#![deny(let_underscore_drop)]

use tokio::sync::Semaphore;

async fn limited(semaphore: &Semaphore) {
    let _ = semaphore.acquire().await.expect("open");
    println!("at work");
}

#[tokio::main]
async fn main() {
    limited(&Semaphore::new(3)).await;
}
