//! Records what a listing does, step by step, so that the book can replay a real run.
//!
//! A traced listing is one file: each line that ends in `// trace` is taken out for the program
//! that the reader sees, and what is left is a complete program of its own. The calls below are
//! made for such lines. They print nothing, change nothing, and do nothing at all unless
//! `POLL_BY_POLL_TRACE` names a file: then each step is written there as [`schema::Trace`].
//!
//! ```
//! use std::pin::pin;
//! use std::task::{Context, Poll, Waker};
//!
//! use listings::trace; // trace
//!
//! fn main() {
//!     trace::executor("main"); // trace
//!     let mut left = 1;
//!     trace::mark("create"); // trace
//!     let fut = std::future::poll_fn(move |cx| {
//!         trace::state("countdown", format_args!("left = {left}")); // trace
//!         if left == 0 {
//!             trace::mark("ready"); // trace
//!             return Poll::Ready("liftoff");
//!         }
//!         left -= 1;
//!         trace::mark("wake"); // trace
//!         cx.waker().wake_by_ref();
//!         trace::mark("pending"); // trace
//!         Poll::Pending
//!     });
//!     let fut = trace::future("countdown", fut).with_value(); // trace
//!     let mut fut = pin!(fut);
//!     let mut cx = Context::from_waker(Waker::noop());
//!     trace::mark("poll"); // trace
//!     while fut.as_mut().poll(&mut cx).is_pending() {}
//! }
//! ```
//!
//! Each call stands on one line: where rustfmt would break a chain, rebind the future twice.
//!
//! # Marks
//!
//! [`mark`] says which line is current: the next one that the reader sees. Marks nest as calls do.
//! A step of a poll is recorded at the mark that was set in the body of that poll; when the poll
//! returns, the mark of the caller is current again, so a poll itself is recorded at the line that
//! makes it. A future that is polled again goes on from its own last mark, as an `async fn` goes on
//! from its `.await`. A mark's name stands in its file once.
//!
//! # Several runs, several threads
//!
//! [`variant`] begins a run of its own within the same program. What belongs to an earlier run
//! records nothing any more. Steps are kept in the order in which they happen, whatever thread they
//! happen on; a traced program lets one thread act at a time. Where another thread must not come
//! too early, [`wait_for_park`] makes it wait, and [`stuck`] is what a watch records when the time
//! is up and the executor still sleeps.
//!
//! # Logical time
//!
//! Under Tokio's paused clock [`clock`] makes each step carry its time and each jump of the clock a
//! step. [`Traced::with_timer`] shows the timer of a `sleep` or a `timeout`.

mod future;
mod log;
mod recorder;
pub mod schema;
#[cfg(test)]
mod tests;
mod waker;

use std::fmt::Display;

pub use future::Traced;
pub use recorder::capture;
use schema::LaneKind;
pub use schema::StepKind;

/// Begins a run of its own, with its own lanes and steps. A program that calls this for none of
/// its runs has one, without a name.
pub fn variant(name: impl Display) {
    if recorder::on() {
        recorder::variant(&name.to_string());
    }
}

/// Makes the next line that is shown the current one.
pub fn mark(name: &'static str) {
    recorder::mark(name);
}

/// Sets the state that is shown for a lane, from the next step on: code, not a sentence.
pub fn state(lane: &str, text: impl Display) {
    if recorder::on() {
        recorder::set_state(lane, text.to_string());
    }
}

/// Says that this thread polls futures from here on, under this name.
pub fn executor(name: &str) {
    recorder::actor(name, LaneKind::Executor);
}

/// Says that this thread is a timer from here on.
pub fn timer(name: &str) {
    recorder::actor(name, LaneKind::Timer);
}

/// Adds the lane of a channel.
pub fn channel(name: &str) {
    recorder::lane(name, LaneKind::Channel);
}

/// Adds the lane of a token.
pub fn token(name: &str) {
    recorder::lane(name, LaneKind::Token);
}

/// Starts logical time, under Tokio's paused clock; jumps of the clock are steps of this lane.
pub fn clock(name: &str) {
    if recorder::on() {
        recorder::clock(name);
    }
}

/// Records the polls of a future.
pub fn future<F: Future>(name: &str, future: F) -> Traced<F> {
    future::traced(name, future, LaneKind::Future)
}

/// Records the polls of a future that is about to be spawned.
pub fn task<F: Future>(name: &str, future: F) -> Traced<F> {
    future::traced(name, future, LaneKind::Task)
}

/// Records that an executor goes to sleep; stands before its `park`.
pub fn park(executor: &str) {
    event(StepKind::Park, executor);
}

/// Records that an executor goes on; stands after its `park`.
pub fn unpark(executor: &str) {
    event(StepKind::Unpark, executor);
}

/// Records that an executor sleeps and that nobody can wake it, and ends the run.
///
/// # Panics
///
/// If the executor is not asleep: then the watch was too short.
pub fn stuck(executor: &str) {
    recorder::stuck(executor);
}

/// Blocks until the executor sleeps, if this process records.
pub fn wait_for_park(executor: &str) {
    recorder::wait_for_park(executor);
}

/// Records any other step of a lane, by whoever acts on this thread.
pub fn event(kind: StepKind, lane: &str) {
    recorder::event(kind, lane);
}
