//! The claims of the chapter `cancellation`: what runs of a future that is dropped, and what is lost
//! with it, in words, messages and places in a queue.

use std::future::pending;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::runtime::{Builder, Handle};
use tokio::sync::{Mutex, mpsc};
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

#[path = "../examples/cancellation_dequeue.rs"]
#[allow(dead_code)]
mod dequeue;
#[path = "../examples/cancellation_every_await.rs"]
#[allow(dead_code)]
mod every_await;
#[path = "../examples/cancellation_words_kept.rs"]
#[allow(dead_code)]
mod kept;
#[path = "../examples/cancellation_lock.rs"]
#[allow(dead_code)]
mod lock;
#[path = "../examples/cancellation_words_pinned.rs"]
#[allow(dead_code)]
mod pinned;
#[path = "../examples/cancellation_send.rs"]
#[allow(dead_code)]
mod send;
#[path = "../examples/cancellation_words_task.rs"]
#[allow(dead_code)]
mod task;
#[path = "../examples/cancellation_words.rs"]
#[allow(dead_code)]
mod words;
#[path = "../examples/cancellation_write_all.rs"]
#[allow(dead_code)]
mod write_all;

use every_await::{cancel_everywhere, cut_off, one_letter_at_a_time};
use words::WORDS;

const MS: Duration = Duration::from_millis(1);

#[tokio::test(start_paused = true)]
async fn cancelled_read_exact_loses_words_for_some_periods_and_the_mended_loops_for_none() {
    let mut lossy = 0;
    for period in 1..=130 {
        let period = period * MS;
        let (near, far) = duplex(64);
        let (sent, received) = tokio::join!(words::send(near), words::receive(far, period));
        let received: usize = received.iter().map(String::len).sum();
        lossy += u32::from(received < sent);

        let (near, far) = duplex(64);
        let (_, received) = tokio::join!(words::send(near), kept::receive(far, period));
        assert_eq!(received, WORDS, "kept, {period:?}");
        let (near, far) = duplex(64);
        let (_, received) = tokio::join!(words::send(near), pinned::receive(far, period));
        assert_eq!(received, WORDS, "pinned, {period:?}");
        let (near, far) = duplex(64);
        let (_, received) = tokio::join!(words::send(near), task::receive(far, period));
        assert_eq!(received, WORDS, "task, {period:?}");
    }
    assert!((1..130).contains(&lossy), "{lossy} of 130");
}

#[tokio::test]
async fn cancelled_read_exact_leaves_bytes_in_the_buffer_and_not_their_number() {
    let (mut near, mut far) = duplex(64);
    near.write_all(b"sa").await.unwrap();
    let mut word = *b"....";
    assert!(cut_off(1, far.read_exact(&mut word)).await.is_none());
    assert_eq!(&word, b"sa..");
}

#[tokio::test]
async fn harness_finds_each_point_of_the_wrong_reader_and_none_of_the_right_one() {
    let wrong = cancel_everywhere(one_letter_at_a_time, every_await::wrong).await;
    assert_eq!(wrong, ["salt", "altr", "ltri", "tric"]);
    let right = cancel_everywhere(one_letter_at_a_time, every_await::right).await;
    assert_eq!(right, ["salt"; 4]);
}

#[tokio::test]
async fn harness_cannot_cancel_where_nothing_waits() {
    let (mut near, mut far) = duplex(64);
    near.write_all(b"salt").await.unwrap();
    let mut word = [0; 4];
    assert!(cut_off(1, far.read_exact(&mut word)).await.is_some());
    assert!(cut_off(1, async { 42 }).await.is_some());
}

#[tokio::test]
async fn harness_sees_only_what_the_result_says() {
    let setup = || {
        let (tx, rx) = mpsc::unbounded_channel();
        for order in 1..=4 {
            tx.send(order).unwrap();
        }
        (rx, Vec::new())
    };
    let says_true = cancel_everywhere(setup, async |(rx, stored)| {
        let order = rx.recv().await.unwrap();
        yield_now().await;
        stored.push(order);
        true
    });
    assert_eq!(says_true.await, [true]);
    let says_all = cancel_everywhere(setup, async |(rx, stored)| {
        let order = rx.recv().await.unwrap();
        yield_now().await;
        stored.push(order);
        stored.clone()
    });
    assert_eq!(says_all.await, [[2]]);
}

#[tokio::test]
async fn cancelled_recv_loses_no_message() {
    let setup = || {
        let (tx, rx) = mpsc::channel(4);
        tokio::spawn(async move {
            for order in 1..=4 {
                yield_now().await;
                let _ = tx.send(order).await;
            }
        });
        rx
    };
    let received = cancel_everywhere(setup, async |rx| rx.recv().await).await;
    assert_eq!(received, [Some(1)]);
}

#[tokio::test]
async fn cancelled_read_loses_no_byte() {
    let setup = || one_letter_at_a_time().pipe;
    let read = async |pipe: &mut tokio::io::DuplexStream| {
        let mut letter = [0];
        assert_eq!(pipe.read(&mut letter).await.unwrap(), 1);
        letter[0]
    };
    assert_eq!(cancel_everywhere(setup, read).await, *b"s");
}

#[tokio::test(start_paused = true)]
async fn cancelled_send_drops_its_message_and_a_reservation_has_none() {
    let received = send::through_a_full_channel(send::lossy).await;
    assert_eq!(received, [1, 2, 5]);
    let received = send::through_a_full_channel(send::reserved).await;
    assert_eq!(received, [1, 2, 3, 4, 5, 6]);
}

#[tokio::test]
async fn reservation_made_anew_comes_after_one_that_was_kept() {
    let (tx, mut rx) = mpsc::channel(1);
    tx.send(1).await.unwrap();
    assert!(cut_off(1, tx.reserve()).await.is_none());
    let mut kept = pin!(tx.reserve());
    assert!(futures::poll!(&mut kept).is_pending());
    let mut anew = pin!(tx.reserve());
    assert!(futures::poll!(&mut anew).is_pending());
    rx.recv().await.unwrap();
    assert!(futures::poll!(&mut anew).is_pending());
    assert!(futures::poll!(&mut kept).is_ready());
}

#[tokio::test(start_paused = true)]
async fn message_that_left_its_queue_is_lost_unless_the_handler_has_it() {
    assert_eq!(dequeue::lossy(dequeue::orders()).await, [1, 2, 4, 5]);
    let stored = dequeue::in_the_handler(dequeue::orders()).await;
    assert_eq!(stored, [1, 2, 3, 4, 5, 6]);
}

#[tokio::test(start_paused = true)]
async fn handler_ends_whatever_the_other_branches_do() {
    let ended = tokio::select! {
        biased;
        () = yield_now() => {
            sleep(100 * MS).await;
            true
        }
        () = sleep(10 * MS) => false,
    };
    assert!(ended);
}

#[tokio::test(start_paused = true)]
async fn handler_is_cancelled_with_the_whole_future() {
    let mut ended = false;
    let whole = async {
        tokio::select! {
            biased;
            () = yield_now() => {
                sleep(100 * MS).await;
                ended = true;
            }
            () = sleep(10 * MS) => {}
        }
    };
    assert!(timeout(50 * MS, whole).await.is_err());
    assert!(!ended);
}

#[tokio::test(start_paused = true)]
async fn lock_that_is_tried_anew_comes_last() {
    assert_eq!(
        lock::queue(lock::attempts).await.last(),
        Some(&"first in line")
    );
    assert_eq!(lock::queue(lock::kept).await[1], "first in line");
}

#[tokio::test(start_paused = true)]
async fn lock_that_is_tried_anew_is_never_got_under_steady_load() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let busy = async || {
        loop {
            let _guard = log.lock().await;
            sleep(15 * MS).await;
        }
    };
    let others = async { tokio::join!(busy(), busy()) };
    tokio::select! {
        biased;
        _ = others => unreachable!("it is a loop"),
        () = lock::attempts(log.clone()) => unreachable!("the others are before it"),
        () = sleep(Duration::from_secs(60)) => {}
    }
    let others = async { tokio::join!(busy(), busy()) };
    tokio::select! {
        biased;
        _ = others => unreachable!("it is a loop"),
        () = lock::kept(log.clone()) => {}
        () = sleep(Duration::from_secs(60)) => unreachable!("it has its place"),
    }
}

#[tokio::test]
async fn dropped_lock_future_leaves_the_queue() {
    let mutex = Mutex::new(());
    let guard = mutex.lock().await;
    assert!(cut_off(1, mutex.lock()).await.is_none());
    drop(guard);
    assert!(mutex.try_lock().is_ok());
}

#[tokio::test(start_paused = true)]
async fn write_all_starts_again_at_the_front_and_write_all_buf_goes_on() {
    assert_eq!(
        write_all::deliver(write_all::again).await,
        "pay 5 pay 5 EUR;"
    );
    assert_eq!(write_all::deliver(write_all::rest).await, "pay 5 EUR;");
}

/// Counts its drops, and wants to run a future in each.
struct Waits<'a>(&'a AtomicU32);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
        Handle::current().block_on(yield_now());
    }
}

#[tokio::test]
async fn block_on_in_a_drop_panics_inside_the_runtime() {
    let drops = AtomicU32::new(0);
    let waits = Waits(&drops);
    let dropped = catch_unwind(AssertUnwindSafe(|| drop(waits)));
    let panic = dropped.unwrap_err();
    let message = panic.downcast_ref::<&str>().unwrap();
    assert!(message.starts_with("Cannot start a runtime from within a runtime"));
    assert_eq!(drops.load(Ordering::Relaxed), 1);
}

#[test]
fn handle_spawns_on_a_thread_without_a_runtime_and_the_function_panics_there() {
    let runtime = Builder::new_current_thread().build().unwrap();
    let task = runtime.handle().spawn(async { 42 });
    assert_eq!(runtime.block_on(task).unwrap(), 42);
    assert!(catch_unwind(|| tokio::spawn(async { 42 })).is_err());
}

#[test]
fn cleanup_that_was_spawned_ends_with_its_runtime() {
    let runtime = Builder::new_current_thread().build().unwrap();
    let (tx, mut rx) = mpsc::unbounded_channel::<()>();
    runtime.block_on(async {
        tokio::spawn(async move {
            yield_now().await;
            let _ = tx.send(());
        });
    });
    drop(runtime);
    assert!(rx.try_recv().is_err());
}

#[tokio::test]
async fn future_that_was_never_polled_is_dropped_with_its_arguments_and_has_not_run() {
    async fn runs(ran: &mut bool, _held: Arc<()>) {
        *ran = true;
        pending::<()>().await;
    }
    let (mut ran, argument) = (false, Arc::new(()));
    let unpolled = runs(&mut ran, argument.clone());
    assert_eq!(Arc::strong_count(&argument), 2);
    drop(unpolled);
    assert_eq!(Arc::strong_count(&argument), 1);
    assert!(!ran);
}
