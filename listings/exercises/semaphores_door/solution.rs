//! A door: visitors come in through a channel, and at most `limit` of them are served at a time.

use std::sync::Arc;

use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

/// Serves everybody who comes, at most `limit` at a time, and takes nobody in who can't be served
/// yet. Ends when the last one has been served.
pub async fn serve<F>(mut door: mpsc::Receiver<u32>, limit: usize, visit: impl Fn(u32) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let semaphore = Arc::new(Semaphore::new(limit));
    let mut visits = JoinSet::new();
    while let Ok(permit) = semaphore.clone().acquire_owned().await {
        let Some(visitor) = door.recv().await else {
            break;
        };
        let visit = visit(visitor);
        visits.spawn(async move {
            visit.await;
            drop(permit);
        });
    }
    visits.join_all().await;
}
