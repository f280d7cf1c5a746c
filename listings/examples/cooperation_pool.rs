//! CPU work on threads of its own, as rayon does it: a job goes there, a oneshot brings the answer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, mpsc};
use std::thread;

use tokio::sync::oneshot;
use tokio::task::{JoinSet, spawn_blocking};

// ANCHOR: pool
type Job = Box<dyn FnOnce() + Send>;

#[derive(Clone)]
pub(crate) struct Pool(mpsc::Sender<Job>);

impl Pool {
    pub(crate) fn new(threads: usize) -> Self {
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let queue = queue.clone();
            let next = move || queue.lock().expect("no job runs under it").recv().ok();
            thread::spawn(move || std::iter::from_fn(next).for_each(|job| job())); // ①
        }
        Self(jobs)
    }

    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(move || drop(reply.send(work()))); // ②
        self.0.send(job).expect("the threads wait for jobs");
        answer.await.expect("the job ends without a panic") // ③
    }
}
// ANCHOR_END: pool

fn job(running: &AtomicUsize, meet: &Barrier) -> usize {
    let now = running.fetch_add(1, Ordering::Relaxed) + 1;
    meet.wait(); // ④
    running.fetch_sub(1, Ordering::Relaxed);
    now
}

async fn peak(pool: Option<Pool>, meeting: usize) -> usize {
    let shared = Arc::new((AtomicUsize::new(0), Barrier::new(meeting)));
    let mut jobs = JoinSet::new();
    for _ in 0..8 {
        let (shared, pool) = (shared.clone(), pool.clone());
        let work = move || job(&shared.0, &shared.1);
        jobs.spawn(async move {
            match pool {
                Some(pool) => pool.run(work).await,
                None => spawn_blocking(work).await.expect("no panic"),
            }
        });
    }
    jobs.join_all().await.into_iter().max().unwrap_or(0)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("spawn_blocking: {} jobs at once", peak(None, 8).await);
    let pool = Pool::new(2);
    println!("pool of two: {} jobs at once", peak(Some(pool), 2).await);
}
