//! Three at a time, in three ways: permits, workers with a channel, and a buffered stream.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::stream::{self, StreamExt};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

#[derive(Default)]
pub(crate) struct Gauge {
    now: AtomicUsize,
    pub(crate) peak: AtomicUsize,
    pub(crate) tasks: AtomicUsize,
}

impl Gauge {
    pub(crate) async fn work(&self) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        let tasks = Handle::current().metrics().num_alive_tasks();
        self.tasks.fetch_max(tasks, Ordering::Relaxed);
        sleep(Duration::from_millis(10)).await;
        self.now.fetch_sub(1, Ordering::Relaxed);
    }
}

// ANCHOR: permits
pub(crate) async fn permits(gauge: Arc<Gauge>) {
    let semaphore = Arc::new(Semaphore::new(3));
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let (semaphore, gauge) = (semaphore.clone(), gauge.clone());
        tasks.spawn(async move {
            let _permit = semaphore.acquire().await.expect("open");
            gauge.work().await;
        });
    }
    tasks.join_all().await;
}
// ANCHOR_END: permits

// ANCHOR: workers
pub(crate) async fn workers(gauge: Arc<Gauge>) {
    let (sender, jobs) = mpsc::channel::<u32>(1);
    let jobs = Arc::new(Mutex::new(jobs));
    let mut tasks = JoinSet::new();
    for _ in 0..3 {
        let (jobs, gauge) = (jobs.clone(), gauge.clone());
        tasks.spawn(async move {
            loop {
                let job = jobs.lock().await.recv().await; // ①
                let Some(_) = job else { break };
                gauge.work().await;
            }
        });
    }
    for job in 0..20 {
        sender.send(job).await.expect("the workers live"); // ②
    }
    drop(sender);
    tasks.join_all().await;
}
// ANCHOR_END: workers

// ANCHOR: buffered
pub(crate) async fn buffered(gauge: Arc<Gauge>) {
    let jobs = stream::iter(0..20).map(|_| gauge.work());
    jobs.buffer_unordered(3).collect::<Vec<()>>().await; // ③
}
// ANCHOR_END: buffered

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for way in ["permits", "workers", "buffered"] {
        let started = Instant::now();
        let gauge = Arc::new(Gauge::default());
        match way {
            "permits" => permits(gauge.clone()).await,
            "workers" => workers(gauge.clone()).await,
            _ => buffered(gauge.clone()).await,
        }
        let (peak, tasks) = (&gauge.peak, &gauge.tasks);
        println!(
            "{way}: {peak:?} at work, {tasks:?} tasks, {:?}",
            started.elapsed()
        );
        assert_eq!(gauge.peak.load(Ordering::Relaxed), 3);
    }
}
