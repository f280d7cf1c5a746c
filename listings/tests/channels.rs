//! The claims of the chapter `channels`: who waits when there is no room, when a channel ends, what
//! each kind of channel loses, and who blocks whom.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc::error::{SendError, TrySendError};
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::{broadcast, oneshot, watch};
use tokio::time::{Instant, sleep, timeout};

#[path = "../examples/channels_actor.rs"]
#[allow(dead_code)]
mod actor;
#[path = "../examples/channels_backlog.rs"]
#[allow(dead_code)]
mod backlog;
#[path = "../examples/channels_held_sender.rs"]
#[allow(dead_code)]
mod held_sender;
#[path = "../examples/channels_two_actors_mended.rs"]
#[allow(dead_code)]
mod mended;
#[path = "../examples/channels_own_mailbox.rs"]
#[allow(dead_code)]
mod own_mailbox;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;
#[path = "../examples/channels_two_actors.rs"]
#[allow(dead_code)]
mod two_actors;

use task::Task;

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn send_waits_when_the_channel_is_full_and_a_receive_wakes_it() {
    let task = Task::new();
    let (tx, mut rx) = mpsc::channel(2);
    for n in 1..=2 {
        assert!(task.poll(pin!(tx.send(n))).is_ready());
    }
    let mut third = pin!(tx.send(3));
    assert!(task.poll(third.as_mut()).is_pending());
    assert_eq!((task.woken(), task.wakers_held()), (0, 1));
    assert_eq!(rx.try_recv(), Ok(1));
    assert_eq!((task.woken(), task.wakers_held()), (1, 0));
    // The place is promised to the one who waited.
    assert_eq!((rx.len(), tx.capacity()), (1, 0));
    assert_eq!(tx.try_send(9), Err(TrySendError::Full(9)));
    assert!(task.poll(third).is_ready());
    assert_eq!(rx.len(), 2);
}

#[test]
fn room_goes_to_the_sender_that_has_waited_longest() {
    let (first, second) = (Task::new(), Task::new());
    let (tx, mut rx) = mpsc::channel(1);
    assert_eq!(tx.try_send(1), Ok(()));
    let (mut two, mut three) = (pin!(tx.send(2)), pin!(tx.send(3)));
    assert!(first.poll(two.as_mut()).is_pending());
    assert!(second.poll(three.as_mut()).is_pending());
    assert_eq!(rx.try_recv(), Ok(1));
    assert_eq!((first.woken(), second.woken()), (1, 0));
    // Polled out of turn, the other one still has to wait.
    assert!(second.poll(three).is_pending());
    assert!(first.poll(two).is_ready());
}

#[tokio::test]
async fn close_refuses_new_values_and_leaves_those_in_the_channel() {
    let (tx, mut rx) = mpsc::channel(2);
    tx.send("a").await.unwrap();
    rx.close();
    assert_eq!(tx.send("b").await, Err(SendError("b")));
    assert_eq!(rx.recv().await, Some("a"));
    assert_eq!(rx.recv().await, None);
}

#[tokio::test(start_paused = true)]
async fn actor_that_waits_for_room_in_its_own_mailbox_waits_for_ever() {
    assert!(ends_after_sending_itself(1).await);
    assert!(!ends_after_sending_itself(2).await);
}

/// Whether an actor with room for one message ends that sends itself `count` messages.
async fn ends_after_sending_itself(count: u32) -> bool {
    let (tx, mut mailbox) = mpsc::channel(1);
    let own = tx.clone();
    let actor = tokio::spawn(async move {
        mailbox.recv().await.expect("the sender lives");
        for n in 0..count {
            own.send(n).await.expect("the mailbox is here");
        }
    });
    tx.send(count).await.expect("the actor lives");
    drop(tx);
    timeout(HOUR, actor).await.is_ok()
}

#[tokio::test]
async fn what_is_in_the_channel_outlives_its_senders() {
    let (tx, mut rx) = mpsc::channel(2);
    tx.send("a").await.unwrap();
    drop(tx);
    assert_eq!(rx.recv().await, Some("a"));
    assert_eq!(rx.recv().await, None);
}

#[tokio::test]
async fn send_gives_the_value_back_when_nobody_can_receive_it() {
    let (tx, rx) = mpsc::channel(2);
    drop(rx);
    assert_eq!(tx.send("a").await, Err(SendError("a")));
}

#[tokio::test]
async fn what_is_in_the_channel_is_dropped_with_the_receiver() {
    let (tx, rx) = mpsc::channel(2);
    let value = Arc::new(());
    tx.send(value.clone()).await.unwrap();
    assert_eq!(Arc::strong_count(&value), 2);
    drop(rx);
    assert_eq!(Arc::strong_count(&value), 1);
}

#[tokio::test(start_paused = true)]
async fn recv_never_ends_while_a_sender_is_merely_held() {
    assert!(timeout(HOUR, held_sender::held()).await.is_err());
    assert_eq!(timeout(HOUR, held_sender::dropped()).await, Ok(6));
}

#[tokio::test(start_paused = true)]
async fn actor_that_holds_its_own_sender_never_ends_and_a_weak_one_lets_it_end() {
    let (tx, mailbox) = mpsc::channel(4);
    let strong = own_mailbox::strong(mailbox, tx.clone());
    tx.send(3).await.unwrap();
    drop(tx);
    assert!(timeout(HOUR, strong).await.is_err());

    let (tx, mailbox) = mpsc::channel(4);
    let weak = own_mailbox::weak(mailbox, tx.downgrade());
    tx.send(3).await.unwrap();
    let kept = timeout(HOUR, async { tokio::join!(weak, keep(tx)).0 });
    assert_eq!(kept.await, Ok(4));
}

/// Holds a sender for a second.
async fn keep(tx: Sender<u32>) {
    sleep(Duration::from_secs(1)).await;
    drop(tx);
}

#[tokio::test(start_paused = true)]
async fn unbounded_backlog_grows_with_time_and_bounded_does_not() {
    for seconds in [1, 2, 4] {
        let run = Duration::from_secs(seconds);
        let (peak, age) = backlog::unbounded(run).await;
        assert_eq!(peak as u64, 900 * seconds);
        assert_eq!(age, run.as_millis() * 9 / 10);
        for capacity in [8, 100] {
            let (peak, age) = backlog::bounded(capacity, run).await;
            assert_eq!(peak, capacity);
            assert!(age <= 10 * (capacity as u128 + 1));
        }
    }
}

#[tokio::test]
async fn oneshot_tells_each_side_that_the_other_is_gone() {
    let (tx, rx) = oneshot::channel::<u32>();
    drop(tx);
    assert!(rx.await.is_err());
    let (tx, rx) = oneshot::channel();
    drop(rx);
    assert_eq!(tx.send(42), Err(42));
}

#[tokio::test]
async fn task_that_panics_before_it_answers_leaves_no_caller_waiting() {
    let (tx, rx) = oneshot::channel::<u32>();
    let task = tokio::spawn(async move {
        let _tx = tx;
        panic!("on purpose");
    });
    assert!(rx.await.is_err());
    assert!(task.await.is_err_and(|error| error.is_panic()));
}

#[tokio::test]
async fn watch_keeps_only_the_latest_and_gives_it_after_the_sender_is_gone() {
    let (tx, mut rx) = watch::channel(0);
    for n in 1..=5 {
        tx.send_replace(n);
    }
    drop(tx);
    assert!(rx.changed().await.is_ok(), "one change for all of them");
    assert_eq!(*rx.borrow_and_update(), 5);
    assert!(rx.changed().await.is_err());
}

#[tokio::test]
async fn broadcast_overwrites_for_the_slow_and_goes_on_after_lagged() {
    let (tx, mut slow) = broadcast::channel(2);
    let mut quick = tx.subscribe();
    for n in 1..=5 {
        assert_eq!(tx.send(n).ok(), Some(2), "it never waits");
        assert_eq!(quick.recv().await, Ok(n));
    }
    assert_eq!(slow.recv().await, Err(RecvError::Lagged(3)));
    assert_eq!(slow.recv().await, Ok(4));
    assert_eq!(slow.recv().await, Ok(5));
}

#[tokio::test]
async fn broadcast_rounds_its_capacity_up_to_a_power_of_two() {
    let (tx, mut rx) = broadcast::channel(5);
    for n in 0..8 {
        tx.send(n).unwrap();
    }
    assert_eq!(rx.recv().await, Ok(0));
}

#[tokio::test(start_paused = true)]
async fn callers_of_a_busy_actor_wait_for_room_in_its_mailbox() {
    let (tx, mailbox) = mpsc::channel(2);
    tokio::spawn(actor::counter(mailbox));
    let start = Instant::now();
    let mut waited = Vec::new();
    for n in 1..=5 {
        tx.send(actor::Command::Add(n)).await.unwrap();
        waited.push(start.elapsed().as_millis());
    }
    assert_eq!(waited, [0, 0, 0, 10, 20]);
}

#[tokio::test(start_paused = true)]
async fn two_actors_are_stuck_from_one_job_more_than_both_mailboxes_and_a_hand() {
    for (jobs, results) in [(1, 1), (2, 2), (3, 5), (100, 100)] {
        for count in 1..=210 {
            let room = jobs + results + 1;
            let (jobs_tx, jobs_rx) = mpsc::channel(jobs);
            let (results_tx, results_rx) = mpsc::channel(results);
            let worker = tokio::spawn(two_actors::work(jobs_rx, results_tx));
            let plan = tokio::spawn(two_actors::plan(count, jobs_tx, results_rx));
            sleep(HOUR).await;
            let stuck = count as usize > room;
            assert_eq!(plan.is_finished(), !stuck, "{count} jobs, {room} places");
            assert_eq!(worker.is_finished(), !stuck);
            plan.abort();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn planner_that_receives_while_it_waits_for_room_needs_no_larger_mailbox() {
    for count in [1, 5, 6, 100] {
        let (jobs_tx, jobs_rx) = mpsc::channel(1);
        let (results_tx, results_rx) = mpsc::channel(1);
        tokio::spawn(mended::work(jobs_rx, results_tx));
        let sum = timeout(HOUR, mended::plan(count, jobs_tx, results_rx)).await;
        assert_eq!(sum, Ok((1..=count).map(|n| n * n).sum()));
    }
}

/// An actor that asks its peer before it answers.
async fn asks(mut mailbox: mpsc::UnboundedReceiver<Ask>, peer: mpsc::UnboundedSender<Ask>) {
    while let Some(Ask(reply)) = mailbox.recv().await {
        let (tx, answer) = oneshot::channel();
        let _ = peer.send(Ask(tx));
        let _ = answer.await;
        let _ = reply.send(());
    }
}

struct Ask(oneshot::Sender<()>);

#[tokio::test(start_paused = true)]
async fn two_actors_that_await_each_others_answers_hang_on_unbounded_mailboxes_too() {
    let (first, first_mailbox) = mpsc::unbounded_channel();
    let (second, second_mailbox) = mpsc::unbounded_channel();
    tokio::spawn(asks(first_mailbox, second));
    tokio::spawn(asks(second_mailbox, first.clone()));
    let (tx, answer) = oneshot::channel();
    assert!(first.send(Ask(tx)).is_ok());
    assert!(timeout(HOUR, answer).await.is_err());
}
