//! Merges the values of several sources. With many values it hangs, with few it hangs as well.

use tokio::sync::mpsc;

const CAPACITY: usize = 4;

/// Runs each source in a task of its own and gives each value to `on_value`.
pub async fn merge<S>(sources: Vec<S>, mut on_value: impl AsyncFnMut(u32))
where
    S: Iterator<Item = u32> + Send + 'static,
{
    let (tx, mut rx) = mpsc::channel(CAPACITY);
    let mut tasks = Vec::new();
    for source in sources {
        let tx = tx.clone();
        tasks.push(tokio::spawn(async move {
            for value in source {
                let _ = tx.send(value).await;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    while let Some(value) = rx.recv().await {
        on_value(value).await;
    }
}
