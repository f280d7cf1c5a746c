//! The claims of the chapter `semaphores`: what a permit limits, when it comes back, and who gets
//! it next, in peaks and virtual time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::sync::{AcquireError, Mutex, OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::{JoinSet, yield_now};
use tokio::time::{Instant, sleep};

#[path = "../examples/semaphores_let_underscore.rs"]
#[allow(dead_code)]
mod let_underscore;
#[path = "../examples/semaphores_not_moved.rs"]
#[allow(dead_code)]
mod not_moved;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;
#[path = "../examples/semaphores_three_ways.rs"]
#[allow(dead_code)]
mod three_ways;
#[path = "../examples/semaphores_totals.rs"]
#[allow(dead_code)]
mod totals;

use task::Task;

fn semaphore(permits: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(permits))
}

#[tokio::test(start_paused = true)]
async fn let_underscore_drops_the_permit_at_once() {
    assert_eq!(let_underscore::peak(true).await, 3);
    assert_eq!(let_underscore::peak(false).await, 20);

    let semaphore = semaphore(1);
    let _ = semaphore.acquire().await.expect("open");
    assert_eq!(semaphore.available_permits(), 1);
    let _permit = semaphore.acquire().await.expect("open");
    assert_eq!(semaphore.available_permits(), 0);
}

#[tokio::test]
async fn let_underscore_does_not_even_move_the_permit_into_the_task() {
    let semaphore = semaphore(1);
    let permit = semaphore.clone().acquire_owned().await.expect("open");
    let task = async move {
        let _ = permit;
    };
    task.await;
    assert_eq!(permit.num_permits(), 1, "it is still here");
    assert_eq!(semaphore.available_permits(), 0);
}

#[tokio::test(start_paused = true)]
async fn permit_that_stays_in_the_loop_limits_nothing() {
    let gauges: [Arc<not_moved::Gauge>; 2] = Default::default();
    not_moved::stays(semaphore(3), gauges[0].clone()).await;
    not_moved::moves(semaphore(3), gauges[1].clone()).await;
    let peaks = gauges.map(|gauge| gauge.peak.load(Ordering::Relaxed));
    assert_eq!(peaks, [20, 3]);
}

#[tokio::test(start_paused = true)]
async fn fewer_permits_take_longer_and_refuse_less() {
    for (permits, seconds, refused) in [(1000, 0.01, 900), (100, 0.1, 0), (1, 10.0, 0)] {
        let took = Duration::from_secs_f64(seconds);
        assert_eq!(totals::thousand(permits).await, (took, refused));
    }
}

#[tokio::test(start_paused = true)]
async fn limit_shortens_the_whole_if_each_further_request_slows_the_resource() {
    let mut took = Vec::new();
    for permits in [20, 2, 1] {
        let (semaphore, open) = (semaphore(permits), Arc::new(AtomicU32::new(0)));
        let (started, mut tasks) = (Instant::now(), JoinSet::new());
        for _ in 0..20 {
            let (semaphore, open) = (semaphore.clone(), open.clone());
            tasks.spawn(async move {
                let _permit = semaphore.acquire().await.expect("open");
                let others = open.fetch_add(1, Ordering::Relaxed);
                sleep(Duration::from_millis(10) + Duration::from_millis(2) * others.pow(2)).await;
                open.fetch_sub(1, Ordering::Relaxed);
            });
        }
        tasks.join_all().await;
        took.push(started.elapsed());
    }
    let [all, two, one] = took[..] else {
        unreachable!("three runs");
    };
    assert!(two < one && one < all, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn three_ways_keep_the_limit_and_take_the_same_time() {
    let gauges: [Arc<three_ways::Gauge>; 3] = Default::default();
    let started = Instant::now();
    three_ways::permits(gauges[0].clone()).await;
    assert_eq!(started.elapsed(), Duration::from_millis(70));
    three_ways::workers(gauges[1].clone()).await;
    assert_eq!(started.elapsed(), Duration::from_millis(140));
    three_ways::buffered(gauges[2].clone()).await;
    assert_eq!(started.elapsed(), Duration::from_millis(210));
    for (gauge, tasks) in gauges.iter().zip([20, 3, 0]) {
        assert_eq!(gauge.peak.load(Ordering::Relaxed), 3);
        assert_eq!(gauge.tasks.load(Ordering::Relaxed), tasks);
    }
}

#[tokio::test(start_paused = true)]
async fn guard_in_the_head_of_while_let_is_held_during_the_work() {
    let (sender, jobs) = mpsc::channel(20);
    for job in 0..20 {
        sender.try_send(job).expect("there is room");
    }
    drop(sender);
    let (jobs, gauge) = (
        Arc::new(Mutex::new(jobs)),
        Arc::new(three_ways::Gauge::default()),
    );
    let mut workers = JoinSet::new();
    for _ in 0..3 {
        let (jobs, gauge) = (jobs.clone(), gauge.clone());
        workers.spawn(async move {
            while let Some(_job) = jobs.lock().await.recv().await {
                gauge.work().await;
            }
        });
    }
    let started = Instant::now();
    workers.join_all().await;
    assert_eq!(gauge.peak.load(Ordering::Relaxed), 1);
    assert_eq!(started.elapsed(), Duration::from_millis(200));
}

#[tokio::test(start_paused = true)]
async fn client_without_a_permit_is_sent_away_and_nobody_waits() {
    let semaphore = semaphore(3);
    let gauge = Arc::new(three_ways::Gauge::default());
    let (mut tasks, mut refused) = (JoinSet::new(), 0);
    for _ in 0..20 {
        let Ok(permit) = semaphore.clone().try_acquire_owned() else {
            refused += 1;
            continue;
        };
        let gauge = gauge.clone();
        tasks.spawn(async move {
            gauge.work().await;
            drop(permit);
        });
    }
    assert_eq!((tasks.len(), refused), (3, 17));
    tasks.join_all().await;
    assert_eq!(gauge.tasks.load(Ordering::Relaxed), 3);
}

#[test]
fn release_hands_the_permit_to_the_first_in_the_queue() {
    let semaphore = semaphore(1);
    let permit = semaphore.try_acquire().expect("free");
    let (first, second) = (Task::new(), Task::new());
    let mut one = Box::pin(semaphore.acquire());
    let mut two = Box::pin(semaphore.acquire());
    assert!(first.poll(one.as_mut()).is_pending());
    assert!(second.poll(two.as_mut()).is_pending());
    drop(permit);
    assert_eq!((first.woken(), second.woken()), (1, 0));
    assert_eq!(semaphore.available_permits(), 0, "it is taken already");
    assert!(semaphore.try_acquire().is_err());
}

#[test]
fn acquire_takes_its_place_when_it_is_first_polled() {
    let semaphore = semaphore(1);
    let permit = semaphore.try_acquire().expect("free");
    let (first, second) = (Task::new(), Task::new());
    let mut one = Box::pin(semaphore.acquire());
    let mut two = Box::pin(semaphore.acquire());
    assert!(second.poll(two.as_mut()).is_pending());
    assert!(first.poll(one.as_mut()).is_pending());
    drop(permit);
    assert_eq!((first.woken(), second.woken()), (0, 1));
}

#[test]
fn dropped_acquire_loses_its_place() {
    let semaphore = semaphore(1);
    let permit = semaphore.try_acquire().expect("free");
    let (first, second) = (Task::new(), Task::new());
    let mut one = Box::pin(semaphore.acquire());
    let mut two = Box::pin(semaphore.acquire());
    assert!(first.poll(one.as_mut()).is_pending());
    assert!(second.poll(two.as_mut()).is_pending());
    drop(one);
    let mut again = Box::pin(semaphore.acquire());
    assert!(first.poll(again.as_mut()).is_pending());
    drop(permit);
    assert_eq!((first.woken(), second.woken()), (0, 1));
}

#[tokio::test]
async fn large_request_at_the_head_of_the_queue_keeps_small_ones_waiting() {
    let semaphore = semaphore(3);
    let _out = semaphore.try_acquire().expect("free");
    let (large, small) = (Task::new(), Task::new());
    let mut three = Box::pin(semaphore.acquire_many(3));
    assert!(large.poll(three.as_mut()).is_pending());
    assert_eq!(semaphore.available_permits(), 0, "it has collected two");
    let mut one = Box::pin(semaphore.acquire());
    assert!(small.poll(one.as_mut()).is_pending(), "two are not out");
    drop(three);
    assert_eq!(small.woken(), 1);
}

#[tokio::test(start_paused = true)]
async fn permit_comes_back_when_its_task_panics_or_is_aborted() {
    let semaphore = semaphore(1);
    let hold = |permit: OwnedSemaphorePermit, panics: bool| async move {
        let _permit = permit;
        assert!(!panics, "on purpose");
        std::future::pending::<()>().await;
    };
    let permit = semaphore.clone().acquire_owned().await.expect("open");
    assert!(tokio::spawn(hold(permit, true)).await.is_err());
    assert_eq!(semaphore.available_permits(), 1);

    let permit = semaphore.clone().acquire_owned().await.expect("open");
    let task = tokio::spawn(hold(permit, false));
    yield_now().await;
    task.abort();
    assert!(task.await.is_err());
    assert_eq!(semaphore.available_permits(), 1);
}

#[tokio::test(start_paused = true)]
async fn holders_that_ask_for_a_second_permit_wait_for_ever() {
    let semaphore = semaphore(2);
    let tasks: Vec<_> = (0..2)
        .map(|_| {
            let semaphore = semaphore.clone();
            tokio::spawn(async move {
                let _outer = semaphore.acquire().await?;
                yield_now().await;
                let _inner = semaphore.acquire().await?;
                Ok::<(), AcquireError>(())
            })
        })
        .collect();
    sleep(Duration::from_secs(3600)).await;
    assert!(tasks.iter().all(|task| !task.is_finished()));
}

#[tokio::test]
async fn dropped_permit_returns_to_a_closed_semaphore_and_nobody_gets_it() {
    let semaphore = semaphore(1);
    let permit = semaphore.try_acquire().expect("free");
    semaphore.close();
    drop(permit);
    assert_eq!(semaphore.available_permits(), 1);
    assert!(semaphore.acquire().await.is_err());
}

#[test]
fn permits_can_be_sent_to_another_thread() {
    fn sendable<T: Send>() {}
    sendable::<tokio::sync::SemaphorePermit<'static>>();
    sendable::<OwnedSemaphorePermit>();
}

#[tokio::test(start_paused = true)]
async fn permit_given_back_twice_raises_the_limit() {
    let semaphore = semaphore(3);
    for _ in 0..20 {
        let permit = semaphore.acquire().await.expect("open");
        semaphore.add_permits(1);
        drop(permit);
    }
    assert_eq!(semaphore.available_permits(), 23);
}

#[tokio::test]
async fn forget_permits_lowers_the_limit_and_add_permits_has_no_ceiling() {
    let semaphore = semaphore(3);
    assert_eq!(semaphore.forget_permits(2), 2);
    assert_eq!(semaphore.available_permits(), 1);
    semaphore.add_permits(10);
    assert_eq!(semaphore.available_permits(), 11);
}
