//! Runs jobs as tasks and reports how each has ended. One panic ends the whole report.

use std::pin::Pin;

pub type Job = Pin<Box<dyn Future<Output = u32> + Send>>;

#[derive(Debug, PartialEq)]
pub enum Outcome {
    Done(u32),
    Panicked,
}

/// The outcomes of the jobs, in the order of the jobs. The jobs run at the same time.
/// When the future is dropped, the jobs end.
pub async fn run_all(jobs: Vec<Job>) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for job in jobs {
        let handle = tokio::spawn(job);
        let value = handle.await.expect("the job is done");
        outcomes.push(Outcome::Done(value));
    }
    outcomes
}
