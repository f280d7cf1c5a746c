//! Leaving a state in one assignment is not what an async fn does.

use std::cell::Cell;
use std::future::{Ready, ready};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker, ready};

thread_local! {
    static PLUGGED_IN: Cell<u32> = const { Cell::new(0) };
}

/// A machine, plugged in while it exists, that is done at its first poll.
pub(crate) struct Machine(Ready<u32>);

impl Machine {
    fn new(name: &str, gives: u32) -> Self {
        PLUGGED_IN.set(PLUGGED_IN.get() + 1);
        println!("  {name} plugged in, now {}", PLUGGED_IN.get());
        Self(ready(gives))
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        PLUGGED_IN.set(PLUGGED_IN.get() - 1);
    }
}

impl Future for Machine {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        Pin::new(&mut self.0).poll(cx)
    }
}

// ANCHOR: one_assignment
async fn brew() -> u32 {
    let grams = Machine::new("grinder", 20).await;
    let cups = Machine::new("kettle", 4).await;
    grams / cups
}

enum Brew {
    Grinding { child: Machine },
    Pouring { child: Machine, grams: u32 },
}

impl Future for Brew {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        loop {
            match &mut *self {
                Brew::Grinding { child } => {
                    let grams = ready!(Pin::new(child).poll(cx));
                    let child = Machine::new("kettle", 4);
                    *self = Brew::Pouring { child, grams }; // ①
                }
                Brew::Pouring { child, grams } => {
                    let cups = ready!(Pin::new(child).poll(cx));
                    return Poll::Ready(*grams / cups);
                }
            }
        }
    }
}
// ANCHOR_END: one_assignment

fn main() {
    let mut cx = Context::from_waker(Waker::noop());
    println!("async fn");
    let outcome = pin!(brew()).poll(&mut cx);
    println!("  {outcome:?}");
    println!("enum in one assignment");
    let child = Machine::new("grinder", 20);
    let outcome = pin!(Brew::Grinding { child }).poll(&mut cx);
    println!("  {outcome:?}");
}
