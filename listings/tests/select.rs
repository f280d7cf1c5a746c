//! The claims of the chapter `select`: who wins, what becomes of the losers, which branches take
//! part. `select_rounds.rs` has what is made anew in each round.

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn, ready};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

#[path = "../examples/select_biased_deadline.rs"]
#[allow(dead_code)]
mod biased_deadline;
#[path = "../examples/select_order.rs"]
#[allow(dead_code)]
mod order;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;

use task::Task;

const HOUR: Duration = Duration::from_secs(3600);

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Notes in the log that it was dropped.
struct Note<'a>(&'a RefCell<Vec<&'static str>>, &'static str);

impl Drop for Note<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().push(self.1);
    }
}

#[tokio::test(start_paused = true)]
async fn losers_are_dropped_before_the_handler_runs() {
    let log = RefCell::new(Vec::new());
    let loser = async {
        let _note = Note(&log, "loser dropped");
        sleep(ms(300)).await;
        log.borrow_mut().push("loser done");
    };
    tokio::select! {
        biased;
        () = loser => {}
        () = sleep(ms(100)) => log.borrow_mut().push("handler"),
    }
    sleep(HOUR).await;
    assert_eq!(*log.borrow(), ["loser dropped", "handler"]);
}

#[tokio::test(start_paused = true)]
async fn spawned_loser_goes_on() {
    let (tx, mut rx) = mpsc::channel(1);
    let loser = tokio::spawn(async move {
        sleep(ms(300)).await;
        tx.send("loser done").await
    });
    tokio::select! {
        biased;
        _ = loser => panic!("lost"),
        () = sleep(ms(100)) => {}
    }
    assert_eq!(rx.recv().await, Some("loser done"));
}

#[tokio::test(start_paused = true)]
async fn spawned_loser_ends_when_its_lent_handle_is_aborted() {
    let mut loser = tokio::spawn(pending::<()>());
    tokio::select! {
        biased;
        _ = &mut loser => panic!("lost"),
        () = sleep(ms(100)) => loser.abort(),
    }
    assert!(loser.await.unwrap_err().is_cancelled());
}

#[tokio::test(start_paused = true)]
async fn lent_loser_is_not_dropped() {
    let mut loser = pin!(async {
        sleep(ms(300)).await;
        "done"
    });
    let started = Instant::now();
    tokio::select! {
        biased;
        _ = &mut loser => panic!("lost"),
        () = sleep(ms(100)) => {}
    }
    assert_eq!(loser.await, "done");
    assert_eq!(started.elapsed(), ms(300));
}

#[test]
fn each_poll_of_select_polls_every_branch_that_is_not_disabled() {
    let polls = [const { Cell::new(0) }; 3];
    let branch = |n: usize| {
        let polls = &polls;
        poll_fn(move |_| {
            polls[n].set(polls[n].get() + 1);
            Poll::<()>::Pending
        })
    };
    let task = Task::new();
    let mut race = pin!(async {
        tokio::select! {
            biased;
            () = branch(0) => {}
            () = branch(1), if false => {}
            () = branch(2) => {}
        }
    });
    for _ in 0..2 {
        assert!(task.poll(race.as_mut()).is_pending());
    }
    assert_eq!(polls.map(Cell::into_inner), [2, 0, 2]);
}

#[test]
fn biased_polls_none_below_the_first_that_is_ready() {
    let task = Task::new();
    let race = pin!(async {
        tokio::select! {
            biased;
            () = ready(()) => "first",
            () = poll_fn(|_| panic!("polled")) => "second",
        }
    });
    assert_eq!(task.poll(race), Poll::Ready("first"));
}

#[tokio::test]
async fn without_biased_the_start_is_random_and_the_order_is_not() {
    assert!((4_500..5_500).contains(&order::random().await));
    assert_eq!(order::biased().await, 10_000);
    assert!((6_166..7_166).contains(&order::behind_pending().await));
}

#[test]
fn each_poll_of_one_select_chooses_its_start_anew() {
    let first = Cell::new(None);
    let firsts = [const { Cell::new(0) }; 3];
    let branch = |n: usize| {
        let first = &first;
        poll_fn(move |_| {
            first.set(first.get().or(Some(n)));
            Poll::<()>::Pending
        })
    };
    let task = Task::new();
    let mut race = pin!(async {
        tokio::select! {
            () = branch(0) => {}
            () = branch(1) => {}
            () = branch(2) => {}
        }
    });
    for _ in 0..100 {
        assert!(task.poll(race.as_mut()).is_pending());
        let n = first.take().unwrap();
        firsts[n].set(firsts[n].get() + 1);
    }
    assert!(firsts.iter().all(|n| n.get() > 0), "{firsts:?}");
}

#[tokio::test(start_paused = true)]
async fn biased_deadline_below_ready_messages_waits_for_the_last() {
    use biased_deadline::{deadline_first, full_channel, messages_first};
    assert_eq!(messages_first(full_channel()).await, 1000);
    assert_eq!(deadline_first(full_channel()).await, 0);
}

#[tokio::test(start_paused = true)]
async fn without_biased_the_deadline_has_its_turn_soon() {
    let mut messages = biased_deadline::full_channel();
    let mut deadline = pin!(sleep(Duration::ZERO));
    let mut handled = 0;
    loop {
        tokio::select! {
            Some(_) = messages.recv() => handled += 1,
            () = &mut deadline => break,
        }
    }
    assert!(handled < 100, "{handled}");
}

#[tokio::test(start_paused = true)]
async fn condition_is_looked_at_once_per_select() {
    let enabled = Cell::new(false);
    let switch = async {
        enabled.set(true);
        pending::<()>().await;
    };
    let won = tokio::select! {
        biased;
        () = switch => "switch",
        () = sleep(ms(100)), if enabled.get() => "disabled",
        () = sleep(ms(200)) => "guard",
    };
    assert_eq!(won, "guard");
}

#[tokio::test]
async fn conditions_come_before_all_expressions() {
    let log = RefCell::new(Vec::new());
    let say = |word| {
        log.borrow_mut().push(word);
        true
    };
    let make = |word| {
        log.borrow_mut().push(word);
        ready(())
    };
    tokio::select! {
        biased;
        () = make("first future"), if say("first condition") => {}
        () = make("second future"), if !say("second condition") => {}
    }
    let expected = [
        "first condition",
        "second condition",
        "first future",
        "second future",
    ];
    assert_eq!(*log.borrow(), expected);
}

#[tokio::test]
async fn condition_does_not_guard_the_expression_beside_it() {
    let raced = tokio::spawn(async {
        let mut job = Some(ready(())).filter(|_| false);
        tokio::select! {
            () = job.as_mut().unwrap(), if job.is_some() => {}
            else => {}
        }
    });
    assert!(raced.await.unwrap_err().is_panic());
}

#[tokio::test(start_paused = true)]
async fn value_that_does_not_match_is_thrown_away_and_its_branch_with_it() {
    let mut answers = [Err("refused"), Ok(1)].into_iter();
    let won = tokio::select! {
        biased;
        Ok(n) = ready(answers.next().unwrap()) => n,
        () = sleep(ms(100)) => 0,
    };
    assert_eq!(won, 0);
    assert_eq!(answers.next(), Some(Ok(1)), "the other is still there");
}

#[tokio::test]
async fn select_with_every_branch_disabled_panics_unless_there_is_an_else() {
    let without = tokio::spawn(async {
        tokio::select! {
            () = pending(), if false => {}
        }
    });
    assert!(without.await.unwrap_err().is_panic());
    let with = tokio::select! {
        () = pending(), if false => "branch",
        else => "else",
    };
    assert_eq!(with, "else");
}

#[tokio::test(start_paused = true)]
async fn else_does_not_run_while_another_branch_waits() {
    let (tx, mut closed) = mpsc::channel::<u32>(1);
    drop(tx);
    let started = Instant::now();
    let won = tokio::select! {
        Some(_) = closed.recv() => "message",
        () = sleep(ms(100)) => "sleep",
        else => "else",
    };
    assert_eq!((won, started.elapsed()), ("sleep", ms(100)));
}

#[tokio::test(start_paused = true)]
async fn timeout_drops_what_it_owns_and_detaches_a_task() {
    let log = RefCell::new(Vec::new());
    let job = async {
        let _note = Note(&log, "dropped");
        sleep(ms(300)).await;
    };
    assert!(timeout(ms(100), job).await.is_err());
    assert_eq!(*log.borrow(), ["dropped"]);

    let (tx, rx) = oneshot::channel();
    let task = tokio::spawn(async move {
        sleep(ms(300)).await;
        tx.send("task done")
    });
    assert!(timeout(ms(100), task).await.is_err());
    assert_eq!(rx.await, Ok("task done"));
}
