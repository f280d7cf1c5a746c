//! A permit that borrows its semaphore is moved into a task.

use std::sync::Arc;

use tokio::sync::Semaphore;

async fn limited(semaphore: Arc<Semaphore>) {
    let permit = semaphore.acquire().await.expect("open");
    tokio::spawn(async move {
        println!("at work");
        drop(permit);
    });
}

#[tokio::main]
async fn main() {
    limited(Arc::new(Semaphore::new(3))).await;
}
