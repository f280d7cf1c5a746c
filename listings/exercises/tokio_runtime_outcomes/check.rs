//! Runs jobs that sleep, panic and are given up, under the paused clock, and judges the outcomes.

mod exercise;

use std::panic;
use std::sync::Arc;
use std::time::Duration;

use exercise::{Job, Outcome, run_all};
use listings::verdict;
use tokio::time::{Instant, sleep, timeout};

fn job(millis: u64) -> Job {
    Box::pin(async move {
        sleep(Duration::from_millis(millis)).await;
        u32::try_from(millis).unwrap_or(u32::MAX)
    })
}

fn panicking() -> Job {
    Box::pin(async { panic!("a job may panic") })
}

async fn panics_stay_apart() {
    let run = tokio::spawn(run_all(vec![job(10), panicking(), job(20)]));
    match run.await {
        Err(_) => verdict::fail("panicked"),
        Ok(outcomes) if outcomes == [Outcome::Done(10), Outcome::Panicked, Outcome::Done(20)] => {}
        Ok(_) => verdict::fail("wrong-outcomes"),
    }
}

async fn jobs_overlap() {
    let started = Instant::now();
    let outcomes = run_all(vec![job(30), job(10), job(20)]).await;
    if started.elapsed() > Duration::from_millis(30) {
        verdict::fail("one-by-one")
    }
    if outcomes != [30, 10, 20].map(Outcome::Done) {
        verdict::fail("wrong-outcomes")
    }
}

async fn jobs_end_with_the_future() {
    let alive = Arc::new(());
    let jobs = (0..3).map(|_| {
        let alive = alive.clone();
        Box::pin(async move {
            sleep(Duration::from_secs(3600)).await;
            u32::try_from(Arc::strong_count(&alive)).unwrap_or(0)
        }) as Job
    });
    let run = run_all(jobs.collect());
    let given_up = timeout(Duration::from_millis(5), run).await.is_err();
    sleep(Duration::from_millis(5)).await;
    if !given_up || Arc::strong_count(&alive) > 1 {
        verdict::fail("left-running")
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    panic::set_hook(Box::new(|_| {}));
    panics_stay_apart().await;
    jobs_overlap().await;
    jobs_end_with_the_future().await;
    verdict::pass()
}
