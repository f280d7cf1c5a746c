//! Runs jobs as tasks and reports how each has ended.

use std::pin::Pin;

use tokio_util::task::AbortOnDropHandle;

pub type Job = Pin<Box<dyn Future<Output = u32> + Send>>;

#[derive(Debug, PartialEq)]
pub enum Outcome {
    Done(u32),
    Panicked,
}

/// The outcomes of the jobs, in the order of the jobs. The jobs run at the same time.
/// When the future is dropped, the jobs end.
pub async fn run_all(jobs: Vec<Job>) -> Vec<Outcome> {
    // All are spawned before the first is awaited.
    let handles: Vec<_> = jobs
        .into_iter()
        .map(|job| AbortOnDropHandle::new(tokio::spawn(job)))
        .collect();
    let mut outcomes = Vec::new();
    for handle in handles {
        // Nobody aborts a handle that is awaited, so an error is a panic.
        outcomes.push(handle.await.map_or(Outcome::Panicked, Outcome::Done));
    }
    outcomes
}
