//! What `.await` stands for: the hand-written loop of the chapter `poll` and the real thing, poll for poll.

use std::cell::Cell;
use std::future::{Ready, ready};
use std::pin::pin;
use std::task::{Context, Poll};

#[path = "../examples/poll_await_by_hand.rs"]
#[allow(dead_code)]
mod await_by_hand;
#[path = "support/wakes.rs"]
#[allow(dead_code)]
mod wakes;

use await_by_hand::by_hand;
use wakes::{Scripted, counting_waker, poll_once};

/// What the outside sees of each poll: the outcome, polls and drops of the operand, wake-ups.
type Row = (Poll<u32>, u32, u32, u32);

fn rows<'a, F: Future<Output = u32>>(
    await_it: impl FnOnce(Scripted<'a>) -> F,
    operand: Scripted<'a>,
    limit: u32,
) -> Vec<Row> {
    let (polls, drops) = (operand.polls, operand.drops);
    let (wakes, waker) = counting_waker();
    let mut cx = Context::from_waker(&waker);
    let mut rows = Vec::new();
    {
        let mut future = pin!(await_it(operand));
        assert_eq!((polls.get(), drops.get()), (0, 0), "inert until polled");
        for _ in 0..limit {
            let outcome = future.as_mut().poll(&mut cx);
            rows.push((outcome, polls.get(), drops.get(), wakes.count()));
            if outcome.is_ready() {
                break;
            }
        }
    }
    assert_eq!(drops.get(), 1, "dropped with its future at the latest");
    rows
}

#[test]
fn await_by_hand_is_await_poll_for_poll() {
    for pending in 0..=5_u32 {
        // All polls; and dropped halfway.
        for limit in [100, pending.div_ceil(2)] {
            let (polls, drops) = (Cell::new(0), Cell::new(0));
            let operand = |polls, drops| Scripted {
                pending,
                polls,
                drops,
            };
            let plain = rows(async |it| it.await, operand(&polls, &drops), limit);
            let (polls, drops) = (Cell::new(0), Cell::new(0));
            let ours = rows(by_hand, operand(&polls, &drops), limit);
            assert_eq!(plain, ours);
            assert_eq!(plain.len() as u32, limit.min(pending + 1));
        }
    }
}

#[test]
fn await_by_hand_makes_a_future_of_its_operand_at_the_first_poll() {
    struct Order<'a>(&'a Cell<u32>);
    impl IntoFuture for Order<'_> {
        type Output = &'static str;
        type IntoFuture = Ready<&'static str>;
        fn into_future(self) -> Self::IntoFuture {
            self.0.set(self.0.get() + 1);
            ready("tea")
        }
    }
    let made = Cell::new(0);
    let order = Order(&made);
    let mut plain = pin!(async move { order.await });
    let mut ours = pin!(by_hand(Order(&made)));
    assert_eq!(made.get(), 0);
    assert_eq!(poll_once(plain.as_mut()), Poll::Ready("tea"));
    assert_eq!(made.get(), 1);
    assert_eq!(poll_once(ours.as_mut()), Poll::Ready("tea"));
    assert_eq!(made.get(), 2);
}
