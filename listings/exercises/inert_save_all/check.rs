//! Runs `save_all` over saves that take several polls each, and judges it.

mod exercise;

use std::cell::RefCell;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use listings::verdict;

/// No right answer needs more polls of `save_all`.
const MOST_POLLS: u32 = 100;
const NAMES: [&str; 3] = ["ada", "grace", "edsger"];
const FAILS: &str = "grace";

/// What the saves saw.
#[derive(Default)]
struct Seen {
    /// Which poll of `save_all` is going on.
    round: u32,
    begun: usize,
    finished: usize,
    in_flight: usize,
    overlapped: bool,
    /// A save was polled twice during one poll of `save_all`.
    driven_inside: bool,
}

/// Pending twice, then says whether the name was saved.
struct Save<'a> {
    name: &'static str,
    left: u32,
    last_round: Option<u32>,
    seen: &'a RefCell<Seen>,
}

impl Save<'_> {
    fn is_in_flight(&self) -> bool {
        self.last_round.is_some() && self.left > 0
    }
}

impl Future for Save<'_> {
    type Output = bool;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<bool> {
        let seen = self.seen;
        let mut seen = seen.borrow_mut();
        match self.last_round {
            None => {
                seen.begun += 1;
                seen.in_flight += 1;
                seen.overlapped |= seen.in_flight > 1;
            }
            Some(round) => seen.driven_inside |= round == seen.round,
        }
        self.last_round = Some(seen.round);
        if self.left > 1 {
            self.left -= 1;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.left == 1 {
            self.left = 0;
            seen.in_flight -= 1;
            seen.finished += 1;
        }
        Poll::Ready(self.name != FAILS)
    }
}

impl Drop for Save<'_> {
    fn drop(&mut self) {
        if self.is_in_flight() {
            self.seen.borrow_mut().in_flight -= 1;
        }
    }
}

fn main() {
    let seen = RefCell::default();
    let save = |name| Save {
        name,
        left: 3,
        last_round: None,
        seen: &seen,
    };
    let mut future = pin!(exercise::save_all(&NAMES, save));
    let mut cx = Context::from_waker(Waker::noop());
    for round in 1..=MOST_POLLS {
        seen.borrow_mut().round = round;
        if let Poll::Ready(worked) = future.as_mut().poll(&mut cx) {
            judge(&seen.borrow(), worked);
        }
    }
    verdict::fail("unfinished")
}

fn judge(seen: &Seen, worked: usize) -> ! {
    if seen.begun == 0 {
        verdict::fail("not-polled")
    }
    if seen.driven_inside {
        verdict::fail("blocked")
    }
    if seen.overlapped {
        verdict::fail("overlap")
    }
    if seen.finished < NAMES.len() {
        verdict::fail("unfinished")
    }
    if worked != NAMES.len() - 1 {
        verdict::fail("count")
    }
    verdict::pass()
}
