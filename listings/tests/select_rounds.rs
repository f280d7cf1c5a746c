//! The claims of the chapter `select` about rounds and limits: what is made anew, what stays, and
//! when a timer is looked at.

use std::cell::Cell;
use std::future::ready;
use std::pin::pin;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until, timeout};

#[path = "../examples/select_deadline_kept.rs"]
#[allow(dead_code)]
mod deadline_kept;
#[path = "../examples/select_deadline_rebuilt.rs"]
#[allow(dead_code)]
mod deadline_rebuilt;
#[path = "../examples/select_job_rebuilt.rs"]
#[allow(dead_code)]
mod job_rebuilt;

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[tokio::test(start_paused = true)]
async fn job_made_in_the_loop_never_gets_done() {
    let starts = Cell::new(0);
    assert_eq!(job_rebuilt::rebuilt(&starts).await, "given up");
    assert_eq!(starts.get(), 50);

    let starts = Cell::new(0);
    assert_eq!(job_rebuilt::kept(&starts).await, "done");
    assert_eq!(starts.get(), 1);
}

#[tokio::test(start_paused = true)]
async fn job_that_is_done_panics_when_it_is_lent_again() {
    let looped = tokio::spawn(async {
        let mut work = pin!(async { sleep(ms(10)).await });
        for _ in 0..2 {
            tokio::select! {
                biased;
                () = &mut work => {}
                () = sleep(ms(100)) => {}
            }
        }
    });
    let panic = looped.await.unwrap_err().into_panic();
    let message = panic.downcast_ref::<&str>().copied();
    assert_eq!(message, Some("`async fn` resumed after completion"));
}

#[tokio::test(start_paused = true)]
async fn sleep_that_is_over_is_ready_at_once_in_each_further_round() {
    let started = Instant::now();
    let mut deadline = pin!(sleep(ms(10)));
    for _ in 0..3 {
        tokio::select! {
            biased;
            () = &mut deadline => {}
            () = sleep(ms(100)) => panic!("not ready again"),
        }
        assert_eq!(started.elapsed(), ms(10));
    }
}

#[tokio::test(start_paused = true)]
async fn sleep_made_in_the_loop_measures_the_silence() {
    use deadline_rebuilt::{message_every, read};
    let started = Instant::now();
    assert_eq!(read(message_every(ms(250))).await, (0, "deadline"));
    assert_eq!(started.elapsed(), ms(200));

    let started = Instant::now();
    assert_eq!(read(message_every(ms(80))).await, (50, "end of messages"));
    assert_eq!(started.elapsed(), ms(4000));
}

#[tokio::test(start_paused = true)]
async fn deadline_that_stays_is_kept() {
    use deadline_kept::{around, message_every, pinned, until};
    let started = Instant::now();
    assert_eq!(pinned(message_every(ms(80))).await, 2);
    assert_eq!(started.elapsed(), ms(200));
    assert_eq!(until(message_every(ms(80))).await, 2);
    assert_eq!(started.elapsed(), ms(400));
    assert_eq!(around(message_every(ms(80))).await, 2);
    assert_eq!(started.elapsed(), ms(600));
}

#[tokio::test(start_paused = true)]
async fn reset_moves_a_pinned_sleep() {
    let started = Instant::now();
    let mut deadline = pin!(sleep(ms(100)));
    deadline.as_mut().reset(started + ms(300));
    deadline.await;
    assert_eq!(started.elapsed(), ms(300));
}

#[tokio::test(start_paused = true)]
async fn closed_channel_without_an_else_waits_for_the_deadline() {
    let (tx, mut messages) = mpsc::channel::<u32>(1);
    drop(tx);
    let started = Instant::now();
    tokio::select! {
        Some(_) = messages.recv() => {}
        () = sleep_until(started + ms(200)) => {}
    }
    assert_eq!(started.elapsed(), ms(200));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_polled_while_a_handler_awaits() {
    let started = Instant::now();
    let mut job = pin!(async {
        sleep(ms(50)).await;
        started.elapsed()
    });
    tokio::select! {
        biased;
        _ = &mut job => panic!("lost"),
        () = sleep(ms(10)) => sleep(ms(500)).await,
    }
    assert_eq!(job.await, ms(510), "the job was due at 50 ms");
}

#[tokio::test(start_paused = true)]
async fn timeout_polls_its_future_before_its_timer() {
    assert!(timeout(ms(100), sleep(ms(100))).await.is_ok());
    assert!(timeout(ms(100), sleep(ms(101))).await.is_err());
    assert_eq!(timeout(Duration::ZERO, ready(1)).await, Ok(1));
}

#[tokio::test]
async fn timeout_looks_at_its_timer_only_after_the_poll_of_its_future() {
    let blocks = async {
        std::thread::sleep(ms(50));
        "done"
    };
    assert_eq!(timeout(ms(10), blocks).await, Ok("done"));
    let waits = async { sleep(ms(50)).await };
    assert!(timeout(ms(10), waits).await.is_err());
}

#[tokio::test]
async fn rounds_that_are_ready_at_once_keep_the_timers_waiting() {
    let started = std::time::Instant::now();
    let mut deadline = pin!(sleep(ms(5)));
    while started.elapsed() < ms(100) {
        tokio::select! {
            biased;
            () = &mut deadline => panic!("looked at"),
            () = ready(()) => {}
        }
    }
    deadline.await;
    assert!(started.elapsed() >= ms(100));
}
