//! Polls the count on one thread under a paused clock, and looks at the progress after each poll.

mod exercise;

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use exercise::{Progress, count_primes};
use listings::verdict;
use tokio::time::{Instant, timeout};

const LIMIT: u32 = 1050;
const MOST_PER_POLL: u32 = 150;
const MOST_POLLS: u32 = LIMIT / 10;
const HOUR: Duration = Duration::from_secs(3600);

fn checked(progress: &Mutex<Progress>) -> u32 {
    match progress.try_lock() {
        Ok(progress) => progress.checked,
        Err(_) => verdict::fail("locked"),
    }
}

/// One poll of the count, and what a neighbour sees after it.
fn turn<F: Future<Output = ()>>(
    count: Pin<&mut F>,
    cx: &mut Context<'_>,
    progress: &Mutex<Progress>,
) -> Poll<()> {
    let before = checked(progress);
    let poll = count.poll(cx);
    if checked(progress) - before > MOST_PER_POLL {
        verdict::fail("starves")
    }
    poll
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let progress = Arc::new(Mutex::new(Progress::default()));
    let mut count = pin!(count_primes(LIMIT, progress.clone()));
    let mut polls = 0;
    let started = Instant::now();
    let turns = poll_fn(|cx| {
        polls += 1;
        turn(count.as_mut(), cx, &progress)
    });
    if timeout(HOUR, turns).await.is_err() {
        verdict::fail("not-woken")
    }
    if started.elapsed() > Duration::ZERO {
        verdict::fail("slept")
    }
    if polls > MOST_POLLS {
        verdict::fail("too-often")
    }
    let progress = progress.lock().unwrap();
    if (progress.checked, progress.primes) != (LIMIT, 176) {
        verdict::fail("wrong")
    }
    verdict::pass()
}
