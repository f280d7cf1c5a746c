//! The claims of the chapter `poll`: polls, wakes and values, counted with wakers of our own.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::future::{pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::{LocalPool, block_on};
use futures::future::FusedFuture;
use futures::task::LocalSpawnExt;

#[path = "../examples/poll_callback.rs"]
#[allow(dead_code)]
mod callback;
#[path = "../examples/poll_only_when_woken.rs"]
#[allow(dead_code)]
mod only_when_woken;
#[path = "../examples/poll_unit_test.rs"]
#[allow(dead_code)]
mod unit_test;
#[path = "support/wakes.rs"]
#[allow(dead_code)]
mod wakes;

use callback::{Button, next_press};
use only_when_woken::{count_down, run};
use unit_test::CountDown;
use wakes::{Scripted, counting_waker, poll_by, poll_once};

fn panic_message(body: impl FnOnce()) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(body)).err()?;
    let literal = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    literal.or_else(|| payload.downcast_ref::<String>().cloned())
}

#[test]
fn countdown_is_ready_at_its_last_poll_and_asks_for_one_wake_per_pending() {
    for n in 1..=10 {
        let (wakes, waker) = counting_waker();
        let mut cx = Context::from_waker(&waker);
        let mut future = CountDown { left: n };
        for polls in 1..n {
            assert_eq!(Pin::new(&mut future).poll(&mut cx), Poll::Pending);
            assert_eq!((future.left, wakes.count()), (n - polls, polls));
        }
        assert_eq!(Pin::new(&mut future).poll(&mut cx), Poll::Ready("lift-off"));
        assert_eq!(wakes.count(), n - 1);
        // Nobody kept a clone: `wakes` and `waker` are the two that there are.
        assert_eq!(Arc::strong_count(&wakes), 2);
    }
}

#[test]
fn countdown_may_move_between_polls() {
    let mut future = CountDown { left: 3 };
    assert!(poll_once(Pin::new(&mut future)).is_pending());
    let mut moved = Box::new(future);
    assert!(poll_once(Pin::new(&mut *moved)).is_pending());
    assert_eq!(poll_once(Pin::new(&mut *moved)), Poll::Ready("lift-off"));
}

#[test]
fn the_countdown_of_the_unit_test_is_the_one_that_the_chapter_shows() {
    fn code(file: &str) -> String {
        let code = file.split_once("struct CountDown").unwrap().1;
        let code = code.split_once("\n}\n\nimpl Future for CountDown").unwrap();
        let body = code.1.split_once("\n}\n").unwrap().0;
        let lines = body.lines().filter(|line| !line.ends_with("// trace"));
        let lines = lines.map(|line| line.split("//").next().unwrap_or(line).trim());
        lines.collect::<Vec<_>>().join("\n")
    }
    assert_eq!(
        code(include_str!("../examples/poll_countdown.rs")),
        code(include_str!("../examples/poll_unit_test.rs"))
    );
}

#[test]
fn a_silent_pending_is_never_polled_again() {
    let (polls, drops) = (Cell::new(0), Cell::new(0));
    let counted = Scripted {
        pending: 2,
        polls: &polls,
        drops: &drops,
    };
    assert_eq!(run(counted), (3, Some(7)));
    assert_eq!(polls.get(), 3);

    let silent = Cell::new(0);
    let gave = run(poll_fn(|_| {
        silent.set(silent.get() + 1);
        Poll::<()>::Pending
    }));
    assert_eq!(gave, (1, None));
    assert_eq!(silent.get(), 1);
}

#[test]
fn a_silent_countdown_finishes_under_a_loop_that_asks_anyway() {
    assert_eq!(run(count_down(3, false)), (1, None));
    let mut future = pin!(count_down(3, false));
    assert_eq!(poll_once(future.as_mut()), Poll::Pending);
    assert_eq!(poll_once(future.as_mut()), Poll::Pending);
    assert_eq!(poll_once(future.as_mut()), Poll::Ready("lift-off"));
}

/// Counts the polls of the future that it wraps.
async fn counted<F: Future>(future: F, polls: Rc<Cell<u32>>) -> F::Output {
    let mut future = pin!(future);
    poll_fn(|cx| {
        polls.set(polls.get() + 1);
        future.as_mut().poll(cx)
    })
    .await
}

#[test]
fn a_waiting_future_is_polled_once_per_wake_and_not_in_between() {
    let polls = Rc::new(Cell::new(0));
    let (sender, receiver) = oneshot::channel::<u32>();
    let mut pool = LocalPool::new();
    let task = counted(receiver, polls.clone()).map(drop);
    pool.spawner().spawn_local(task).unwrap();
    for _ in 0..1_000 {
        pool.run_until_stalled();
        assert_eq!(polls.get(), 1);
    }
    sender.send(1).unwrap();
    pool.run();
    assert_eq!(polls.get(), 2);
}

#[test]
fn tokio_leaves_a_waiting_task_alone_too() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, async {
        let polls = Rc::new(Cell::new(0));
        let (sender, receiver) = oneshot::channel::<u32>();
        let waiting = counted(receiver, polls.clone());
        let task = tokio::task::spawn_local(waiting);
        for _ in 0..1_000 {
            tokio::task::yield_now().await;
        }
        assert_eq!(polls.get(), 1);
        sender.send(1).unwrap();
        assert_eq!(task.await.unwrap(), Ok(1));
        assert_eq!(polls.get(), 2);
    });
}

#[test]
fn poll_does_not_wait_for_the_value() {
    let (sender, receiver) = oneshot::channel();
    let mut future = pin!(async { receiver.await.unwrap_or(0) });
    assert!(poll_once(future.as_mut()).is_pending());
    // The line above has returned on this thread, or this one could not send.
    sender.send(5).unwrap();
    assert_eq!(poll_once(future.as_mut()), Poll::Ready(5));
}

#[test]
fn async_fns_and_blocks_panic_after_completion() {
    async fn answer() -> u32 {
        42
    }
    fn second_poll<T: Debug + PartialEq>(future: impl Future<Output = T>, value: T) -> String {
        let mut future = pin!(future);
        assert_eq!(poll_once(future.as_mut()), Poll::Ready(value));
        panic_message(|| drop(poll_once(future.as_mut()))).unwrap()
    }
    let message = "`async fn` resumed after completion";
    assert_eq!(second_poll(answer(), 42), message);
    assert_eq!(second_poll(async { 42 }, 42), message);
    assert_eq!(
        second_poll(ready(42), 42),
        "`Ready` polled after completion"
    );
}

#[test]
fn other_futures_may_answer_after_completion() {
    let mut countdown = CountDown { left: 1 };
    for _ in 0..3 {
        let outcome = poll_once(Pin::new(&mut countdown));
        assert_eq!(outcome, Poll::Ready("lift-off"));
    }
}

#[test]
fn fuse_answers_pending_after_the_value_and_never_wakes() {
    let (wakes, waker) = counting_waker();
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(async { 42 }.fuse());
    assert!(!future.is_terminated());
    assert_eq!(future.as_mut().poll(&mut cx), Poll::Ready(42));
    for _ in 0..3 {
        assert!(future.is_terminated());
        assert_eq!(future.as_mut().poll(&mut cx), Poll::Pending);
    }
    assert_eq!(wakes.count(), 0);
    assert_eq!(Arc::strong_count(&wakes), 2);
}

#[test]
fn ready_needs_one_poll_and_pending_keeps_no_waker() {
    let (wakes, waker) = counting_waker();
    let mut cx = Context::from_waker(&waker);
    assert_eq!(pin!(ready(3)).poll(&mut cx), Poll::Ready(3));
    let mut never = pin!(pending::<u32>());
    for _ in 0..1_000 {
        assert_eq!(never.as_mut().poll(&mut cx), Poll::Pending);
    }
    assert_eq!(wakes.count(), 0);
    assert_eq!(Arc::strong_count(&wakes), 2);
}

#[test]
fn a_press_wakes_the_waker_of_the_latest_poll() {
    let button = Button::default();
    let mut future = pin!(next_press(&button));
    let (first, first_waker) = counting_waker();
    let (second, second_waker) = counting_waker();
    assert_eq!(poll_by(future.as_mut(), &first_waker), Poll::Pending);
    assert_eq!(poll_by(future.as_mut(), &second_waker), Poll::Pending);
    button.press(4);
    assert_eq!((first.count(), second.count()), (0, 1));
    assert_eq!(poll_by(future.as_mut(), &second_waker), Poll::Ready(4));
}

#[test]
fn a_press_before_the_first_poll_is_not_lost() {
    let button = Button::default();
    let mut future = pin!(next_press(&button));
    button.press(2);
    assert_eq!(poll_once(future.as_mut()), Poll::Ready(2));
}

#[test]
fn the_first_of_two_presses_is_the_next_one() {
    let button = Button::default();
    let mut future = pin!(next_press(&button));
    button.press(2);
    button.press(5);
    assert_eq!(poll_once(future.as_mut()), Poll::Ready(2));
}

#[test]
fn join_polls_a_child_that_nobody_woke() {
    let polls = Rc::new(Cell::new(0));
    let (sender, receiver) = oneshot::channel();
    let waiting = counted(receiver, polls.clone());
    let turns = Cell::new(0);
    let sibling = Scripted {
        pending: 3,
        polls: &turns,
        drops: &Cell::new(0),
    };
    let busy = async {
        sibling.await;
        assert_eq!(polls.get(), turns.get(), "a poll for each turn, no message");
        sender.send(1).unwrap();
    };
    let (message, ()) = block_on(async { futures::join!(waiting, busy) });
    assert_eq!((message, turns.get(), polls.get()), (Ok(1), 4, 5));
}

#[test]
fn polls_that_find_nothing_stay_pending() {
    let button = Button::default();
    let mut future = pin!(next_press(&button));
    for _ in 0..1_000 {
        assert_eq!(poll_once(future.as_mut()), Poll::Pending);
    }
    button.press(2);
    assert_eq!(poll_once(future.as_mut()), Poll::Ready(2));
}

#[test]
fn a_poll_goes_on_where_the_last_one_stopped() {
    let seen = RefCell::new(Vec::new());
    let mut future = pin!(async {
        for step in 1..=3 {
            seen.borrow_mut().push(step);
            futures::pending!();
        }
    });
    for polls in 1..=3 {
        assert!(poll_once(future.as_mut()).is_pending());
        assert_eq!(*seen.borrow(), (1..=polls).collect::<Vec<_>>());
    }
    assert!(poll_once(future.as_mut()).is_ready());
}
