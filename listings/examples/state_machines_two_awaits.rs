//! An async fn with two awaits, and the same future written by hand, driven side by side.

use std::cell::RefCell;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker, ready};

#[cfg(any())] // trace
use leaf::Step;
use listings::trace; // trace
pub(crate) type Step = trace::Traced<leaf::Step>; // trace

pub(crate) async fn brew(beans: u32, water: u32) -> (u32, u32) {
    trace::state("brew", format_args!("water = {water}")); // trace
    trace::mark("await_grind"); // trace
    let grams = grind(beans).await;
    trace::state("brew", format_args!("grams = {grams}")); // trace
    trace::mark("await_pour"); // trace
    let cups = pour(water).await;
    trace::state("brew", "returned"); // trace
    trace::mark("value"); // trace
    (grams, cups)
}

// ANCHOR: by_hand
pub(crate) enum Brew {
    Start { beans: u32, water: u32 },
    Grinding { child: Step, water: u32 },
    Pouring { child: Step, grams: u32 },
    Done,
}

impl Future for Brew {
    type Output = (u32, u32);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<(u32, u32)> {
        loop {
            match *self {
                Brew::Start { beans, water } => {
                    let state = format!("Grinding {{ child, water: {water} }}"); // trace
                    trace::state("brew", state); // trace
                    trace::mark("make_grind"); // trace
                    let child = grind(beans);
                    *self = Brew::Grinding { child, water }; // ①
                }
                Brew::Grinding {
                    ref mut child,
                    water,
                } => {
                    trace::mark("poll_grind"); // trace
                    let grams = ready!(Pin::new(child).poll(cx)); // ②
                    *self = Brew::Done; // ③
                    let state = format!("Pouring {{ child, grams: {grams} }}"); // trace
                    trace::state("brew", state); // trace
                    trace::mark("make_pour"); // trace
                    let child = pour(water);
                    *self = Brew::Pouring { child, grams };
                }
                Brew::Pouring {
                    ref mut child,
                    grams,
                } => {
                    trace::mark("poll_pour"); // trace
                    let cups = ready!(Pin::new(child).poll(cx));
                    *self = Brew::Done;
                    trace::state("brew", "Done"); // trace
                    trace::mark("return"); // trace
                    return Poll::Ready((grams, cups)); // ④
                }
                Brew::Done => panic!("`Brew` resumed after completion"), // ⑤
            }
        }
    }
}
// ANCHOR_END: by_hand

pub(crate) fn grind(beans: u32) -> Step {
    step("grind", beans, 10 * beans)
}

pub(crate) fn pour(water: u32) -> Step {
    step("pour", water, 4 * water)
}

#[allow(clippy::let_and_return)] // trace
fn step(name: &'static str, left: u32, gives: u32) -> Step {
    note(format!("{name} made"));
    trace::state(name, format_args!("left = {left}")); // trace
    let step = leaf::Step { name, left, gives };
    let step = trace::future(name, step).with_value(); // trace
    step
}

mod leaf {
    use super::*;

    /// `Pending` as often as `left` says, then ready; notes what happens to it.
    pub struct Step {
        pub name: &'static str,
        pub left: u32,
        pub gives: u32,
    }

    impl Future for Step {
        type Output = u32;

        fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
            note(format!("{} polled", self.name));
            if self.left == 0 {
                trace::mark("ready"); // trace
                return Poll::Ready(self.gives);
            }
            self.left -= 1;
            trace::state(self.name, format_args!("left = {}", self.left)); // trace
            trace::mark("wake"); // trace
            cx.waker().wake_by_ref();
            trace::mark("pending"); // trace
            Poll::Pending
        }
    }

    impl Drop for Step {
        fn drop(&mut self) {
            note(format!("{} dropped", self.name));
        }
    }
}

thread_local! {
    static NOTES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(event: String) {
    NOTES.with_borrow_mut(|notes| notes.push(event));
}

/// What has been noted since the last call.
pub(crate) fn notes() -> String {
    NOTES.take().join(", ")
}

// ANCHOR: drive
fn main() {
    trace::variant("async fn"); // trace
    drive("async fn", brew(1, 1));
    trace::variant("enum Brew"); // trace
    let start = Brew::Start { beans: 1, water: 1 };
    drive("enum Brew", start);
}

fn drive(name: &str, future: impl Future<Output = (u32, u32)>) {
    println!("{name}");
    trace::executor("main"); // trace
    trace::mark("create"); // trace
    let future = trace::future("brew", future).with_value(); // trace
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    for n in 1.. {
        trace::mark("poll"); // trace
        let outcome = future.as_mut().poll(&mut cx);
        println!("  poll {n}: {}; {outcome:?}", notes());
        if outcome.is_ready() {
            break;
        }
    }
}
// ANCHOR_END: drive
