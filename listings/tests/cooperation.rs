//! The claims of the chapter `cooperation`: who gets a turn beside whom, in turns, polls and virtual
//! time.

use std::sync::Arc;
use std::sync::Mutex as StdMutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use futures::StreamExt;
use tokio::runtime::Builder;
use tokio::task::coop::{consume_budget, cooperative, has_budget_remaining, unconstrained};
use tokio::task::{block_in_place, yield_now};
use tokio::time::{Instant, sleep, timeout};

#[path = "../examples/cooperation_all_four.rs"]
#[allow(dead_code)]
mod all_four;
#[path = "../examples/cooperation_budget.rs"]
#[allow(dead_code)]
mod budget;
#[path = "../examples/cooperation_guards.rs"]
#[allow(dead_code)]
mod guards;
#[path = "../examples/cooperation_one_of_four.rs"]
#[allow(dead_code)]
mod one_of_four;
#[path = "../examples/cooperation_pool.rs"]
#[allow(dead_code)]
mod pool;
#[path = "../examples/cooperation_sleep_zero.rs"]
#[allow(dead_code)]
mod sleep_zero;
#[path = "../examples/cooperation_starved.rs"]
#[allow(dead_code)]
mod starved;
#[path = "../examples/cooperation_two_mutexes.rs"]
#[allow(dead_code)]
mod two_mutexes;
#[path = "../examples/cooperation_unpolled.rs"]
#[allow(dead_code)]
mod unpolled;

use all_four::{LONG, SHORT, beside};
use budget::{receive, rounds, turns_beside};

const BUDGET: u32 = 128;

async fn yields_each(items: u32) {
    for n in 1..=400 {
        if n % items == 0 {
            yield_now().await;
        }
    }
}

#[tokio::test]
async fn loop_that_is_always_ready_lets_nobody_in() {
    assert_eq!(
        turns_beside(async {
            let _ = starved::count_primes(false).await;
        })
        .await,
        0
    );
    assert_eq!(turns_beside(rounds(|| std::future::ready(()))).await, 0);
}

#[tokio::test]
async fn each_yield_lets_the_neighbour_in() {
    assert_eq!(
        turns_beside(async {
            let _ = starved::count_primes(true).await;
        })
        .await,
        4
    );
    assert_eq!(turns_beside(yields_each(1)).await, 400);
    assert_eq!(turns_beside(yields_each(200)).await, 2);
}

#[tokio::test]
async fn neighbour_that_had_a_turn_before_is_starved_all_the_same() {
    let turns = Arc::new(AtomicU32::new(0));
    let count = turns.clone();
    let neighbour = tokio::spawn(async move {
        loop {
            count.fetch_add(1, Ordering::Relaxed);
            yield_now().await;
        }
    });
    yield_now().await;
    let before = turns.load(Ordering::Relaxed);
    assert!(before > 0);
    starved::count_primes(false).await;
    assert_eq!(turns.load(Ordering::Relaxed), before);
    neighbour.abort();
}

#[tokio::test]
async fn one_poll_may_receive_as_often_as_its_budget_says() {
    let received = Arc::new(AtomicU32::new(0));
    let count = received.clone();
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    (0..1000).for_each(|n| sender.send(n).unwrap());
    let loops = tokio::spawn(async move {
        while receiver.recv().await.is_some() {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let seen = tokio::spawn(async move { received.load(Ordering::Relaxed) });
    assert_eq!(seen.await.unwrap(), BUDGET);
    loops.abort();
}

#[tokio::test]
async fn budget_counts_for_the_whole_task() {
    let work = async {
        for _ in 0..BUDGET {
            assert!(has_budget_remaining());
            consume_budget().await;
        }
        assert!(!has_budget_remaining());
        yield_now().await;
        assert!(has_budget_remaining(), "the next poll has a new one");
    };
    tokio::spawn(work).await.unwrap();
}

#[tokio::test]
async fn budget_reaches_what_takes_part_in_it() {
    assert_eq!(turns_beside(receive()).await, 8);
    assert_eq!(turns_beside(rounds(consume_budget)).await, 8);
    assert_eq!(
        turns_beside(rounds(|| cooperative(std::future::ready(())))).await,
        8
    );
    assert_eq!(turns_beside(unconstrained(receive())).await, 0);
    let (sender, mut receiver) = futures::channel::mpsc::unbounded();
    (0..1000).for_each(|n| sender.unbounded_send(n).unwrap());
    drop(sender);
    let other_crate = async move { while receiver.next().await.is_some() {} };
    assert_eq!(turns_beside(other_crate).await, 0);
}

#[tokio::test(start_paused = true)]
async fn sleep_of_zero_is_ready_at_once_under_a_paused_clock() {
    let work = async {
        let started = Instant::now();
        for _ in 0..100 {
            sleep(Duration::ZERO).await;
        }
        assert_eq!(started.elapsed(), Duration::ZERO);
    };
    assert_eq!(turns_beside(work).await, 0);
}

#[test]
fn three_blocked_workers_leave_one_and_four_leave_none() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .unwrap();
    let timeout = Err(RecvTimeoutError::Timeout);
    assert_eq!(beside(3, true, LONG, &runtime), (Ok(()), Ok(())));
    assert_eq!(beside(4, true, SHORT, &runtime), (timeout, timeout));
    assert_eq!(beside(4, false, LONG, &runtime), (Ok(()), Ok(())));
}

/// A task that a timer has woken blocks its worker. Is a timer of one millisecond late?
fn timer_is_late_beside_one_blocked_worker() -> bool {
    let runtime = Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .expect("the system gives us threads");
    let (open, gate) = mpsc::channel::<()>();
    let (enter, entered) = mpsc::channel();
    runtime.spawn(async move {
        sleep(SHORT).await;
        enter.send(()).expect("the test listens");
        let _ = gate.recv();
    });
    entered.recv().expect("it says that it is there");

    let (fire, fired) = mpsc::channel();
    let handle = runtime.handle().clone();
    let sleeper = thread::spawn(move || {
        handle.block_on(async { sleep(Duration::from_millis(1)).await });
        fire.send(())
    });
    let late = fired.recv_timeout(SHORT).is_err();
    if late {
        runtime.spawn(async {});
        assert_eq!(
            fired.recv_timeout(LONG),
            Ok(()),
            "a new task wakes a worker"
        );
    }
    drop(open);
    let _ = sleeper.join().expect("the timer fires in the end");
    late
}

/// Repeated, because another worker may still be on its way to sleep and take the timers over.
#[test]
fn one_blocked_worker_can_stop_the_timers() {
    assert!((0..20).any(|_| timer_is_late_beside_one_blocked_worker()));
}

#[test]
fn spawned_last_is_stalled_by_a_blocked_worker() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .unwrap();
    let seen = |blocks| runtime.block_on(runtime.spawn(one_of_four::start_three(blocks)));
    assert_eq!(seen(true).unwrap(), [1, 2]);
    assert_eq!(seen(false).unwrap(), [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn many_sleeps_of_zero_use_up_the_budget() {
    let sleeps = |n| async move {
        for _ in 0..n {
            sleep(Duration::ZERO).await;
        }
    };
    assert_eq!(turns_beside(sleeps(BUDGET)).await, 0);
    assert_eq!(turns_beside(sleeps(1000)).await, 8);
}

#[tokio::test]
async fn block_in_place_panics_on_a_current_thread_runtime() {
    let error = tokio::spawn(async { block_in_place(|| ()) })
        .await
        .unwrap_err();
    let panic = error.into_panic();
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let wanted = "can call blocking only when running on the multi-threaded runtime";
    assert_eq!(message, Some(wanted));
}

#[tokio::test]
async fn pool_answers_while_the_thread_of_the_runtime_goes_on() {
    let pool = pool::Pool::new(1);
    let (tell, told) = std::sync::mpsc::channel();
    let (answer, ()) = tokio::join!(biased; pool.run(move || told.recv()), async {
        tell.send("from the runtime's thread").unwrap();
    });
    assert_eq!(answer, Ok("from the runtime's thread"));
}

#[tokio::test]
async fn timeout_around_a_future_without_an_await_never_elapses() {
    let end = timeout(Duration::ZERO, async { starved::count_primes(false).await }).await;
    assert_eq!(end, Ok(78));
}

#[tokio::test]
async fn lock_of_tokio_takes_part_in_the_budget_and_std_has_none() {
    assert_eq!(two_mutexes::polls(two_mutexes::with_std()).await, (1000, 1));
    assert_eq!(
        two_mutexes::polls(two_mutexes::with_tokio()).await,
        (1000, 8)
    );
}

#[tokio::test]
async fn std_guard_is_free_again_at_the_await() {
    let total = StdMutex::new(0);
    let mut add = std::pin::pin!(guards::add(&total));
    assert!(futures::poll!(add.as_mut()).is_pending());
    assert!(total.try_lock().is_ok());
}

#[tokio::test(start_paused = true)]
async fn lock_that_was_given_to_a_future_nobody_polls_stays_taken() {
    let total = Arc::new(tokio::sync::Mutex::new(0));
    let holder = tokio::spawn(unpolled::hold(total.clone()));
    yield_now().await;
    let mut add = Box::pin(unpolled::add(&total));
    assert!(futures::poll!(&mut add).is_pending());
    holder.await.unwrap();
    assert!(
        total.try_lock().is_err(),
        "the lock is free and given to `add`"
    );
    drop(add);
    assert!(total.try_lock().is_ok());
}
