//! A permit that stays behind in the loop limits nothing; one that moves into the task does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

#[derive(Default)]
pub(crate) struct Gauge {
    now: AtomicUsize,
    pub(crate) peak: AtomicUsize,
}

impl Gauge {
    async fn work(&self) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        sleep(Duration::from_millis(10)).await;
        self.now.fetch_sub(1, Ordering::Relaxed);
    }
}

// ANCHOR: stays
pub(crate) async fn stays(semaphore: Arc<Semaphore>, gauge: Arc<Gauge>) {
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let _permit = semaphore.acquire().await.expect("open");
        let gauge = gauge.clone();
        tasks.spawn(async move { gauge.work().await });
    } // ①
    tasks.join_all().await;
}
// ANCHOR_END: stays

// ANCHOR: moves
pub(crate) async fn moves(semaphore: Arc<Semaphore>, gauge: Arc<Gauge>) {
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let permit = semaphore.clone().acquire_owned().await.expect("open"); // ②
        let gauge = gauge.clone();
        tasks.spawn(async move {
            gauge.work().await;
            drop(permit); // ③
        });
    }
    tasks.join_all().await;
}
// ANCHOR_END: moves

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let gauges: [Arc<Gauge>; 2] = Default::default();
    stays(Arc::new(Semaphore::new(3)), gauges[0].clone()).await;
    moves(Arc::new(Semaphore::new(3)), gauges[1].clone()).await;
    let [stays, moves] = gauges.map(|gauge| gauge.peak.load(Ordering::Relaxed));
    println!("the permit stays in the loop: at most {stays} at the same time");
    println!("the permit moves into the task: at most {moves} at the same time");
    assert_eq!((stays, moves), (20, 3));
}
