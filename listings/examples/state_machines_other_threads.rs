//! One async fn, each poll of it on a new thread.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::thread;

// ANCHOR: brew
async fn brew(beans: u32, water: u32) -> (u32, u32) {
    let grams = grind(beans).await; // ①
    let cups = pour(water).await; // ②
    (grams, cups)
}
// ANCHOR_END: brew

fn grind(beans: u32) -> Step {
    Step {
        name: "grind",
        left: beans,
        gives: 10 * beans,
    }
}

fn pour(water: u32) -> Step {
    Step {
        name: "pour",
        left: water,
        gives: 4 * water,
    }
}

/// `Pending` as often as `left` says, then ready.
struct Step {
    name: &'static str,
    left: u32,
    gives: u32,
}

impl Future for Step {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        print!("{}: {} left, ", self.name, self.left);
        if self.left == 0 {
            return Poll::Ready(self.gives);
        }
        self.left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

// ANCHOR: main
fn main() {
    let mut coffee = Box::pin(brew(2, 1));
    for n in 1.. {
        let worker = thread::spawn(move || {
            print!("thread {n}: ");
            let mut cx = Context::from_waker(Waker::noop());
            let outcome = coffee.as_mut().poll(&mut cx);
            println!("{outcome:?}");
            (outcome, coffee)
        });
        let (outcome, back) = worker.join().expect("no poll panics"); // ③
        if outcome.is_ready() {
            break;
        }
        coffee = back;
    }
}
// ANCHOR_END: main
