//! A permit that nobody keeps, and what the compiler suggests.

#![deny(unused_must_use)]

use tokio::sync::Semaphore;

async fn limited(semaphore: &Semaphore) {
    semaphore.acquire().await.expect("open");
    println!("at work");
}

#[tokio::main]
async fn main() {
    limited(&Semaphore::new(3)).await;
}
