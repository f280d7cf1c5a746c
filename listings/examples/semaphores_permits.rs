//! What else a semaphore does: refuse, lose a permit, get more, and close.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, TryAcquireError};
use tokio::time::sleep;

// ANCHOR: permits
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() -> Result<(), TryAcquireError> {
    let semaphore = Arc::new(Semaphore::new(2));

    let first = semaphore.try_acquire()?; // ①
    let second = semaphore.try_acquire()?;
    let refused = semaphore.try_acquire().map(drop);
    println!("a third: {refused:?}");
    assert_eq!(refused, Err(TryAcquireError::NoPermits));

    first.forget(); // ②
    drop(second);
    println!("one forgotten: {} left", semaphore.available_permits());
    assert_eq!(semaphore.available_permits(), 1);

    semaphore.add_permits(3); // ③
    println!("three added: {}", semaphore.available_permits());
    assert_eq!(semaphore.available_permits(), 4);

    let all = semaphore.acquire_many(4).await.expect("open"); // ④
    let queue = semaphore.clone();
    let waiting = tokio::spawn(async move { queue.acquire().await.map(drop) });
    sleep(Duration::from_millis(10)).await;
    assert!(!waiting.is_finished());

    semaphore.close(); // ⑤
    let closed = waiting.await.expect("it does not panic");
    println!("closed: {closed:?}, {} still out", all.num_permits());
    assert!(closed.is_err());
    let late = semaphore.try_acquire().map(drop);
    assert_eq!(late, Err(TryAcquireError::Closed));
    drop(all);
    Ok(())
}
// ANCHOR_END: permits
