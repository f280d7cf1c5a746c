//! Cancels `pass_one` at every point of every short run, and compares what comes out with what went
//! in.

mod exercise;

use std::collections::VecDeque;
use std::pin::pin;
use std::task::Poll;

use exercise::Relay;
use listings::verdict;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::yield_now;

/// What can happen in one step of a run.
#[derive(Clone, Copy)]
enum Step {
    Put,
    Take,
    Poll,
    Cancel,
}

const STEPS: [Step; 4] = [Step::Put, Step::Take, Step::Poll, Step::Cancel];
const LENGTH: u32 = 7;

/// The two ends that the relay doesn't have.
struct Ends {
    input: Sender<u32>,
    output: Receiver<u32>,
    put: u32,
    taken: Vec<u32>,
}

impl Ends {
    fn put(&mut self) {
        if self.input.try_send(self.put + 1).is_ok() {
            self.put += 1;
        }
    }

    fn take(&mut self) {
        self.taken.extend(self.output.try_recv());
    }
}

/// One run. A new future is made when there is none; what is left at the end is passed on
/// undisturbed.
async fn run(steps: &mut VecDeque<Step>) {
    let (input, from) = mpsc::channel(8);
    let (to, output) = mpsc::channel(1);
    let mut relay = Relay::new(from, to);
    let mut ends = Ends {
        input,
        output,
        put: 0,
        taken: Vec::new(),
    };
    while !steps.is_empty() {
        let mut pass = pin!(relay.pass_one());
        while let Some(step) = steps.pop_front() {
            match step {
                Step::Put => ends.put(),
                Step::Take => ends.take(),
                Step::Poll => match futures::poll!(&mut pass) {
                    Poll::Ready(true) => break,
                    Poll::Ready(false) => verdict::fail("ends-early"),
                    Poll::Pending => {}
                },
                Step::Cancel => break,
            }
            // Tasks that the relay may have spawned.
            yield_now().await;
        }
    }
    drain(relay, ends).await;
}

async fn drain(mut relay: Relay, mut ends: Ends) {
    let (closed, _) = mpsc::channel(1);
    ends.input = closed;
    let mut ended = false;
    for _ in 0..2 * LENGTH {
        ends.take();
        yield_now().await;
        let mut pass = pin!(relay.pass_one());
        for _ in 0..4 {
            match futures::poll!(&mut pass) {
                Poll::Ready(passed) => {
                    ended = !passed;
                    break;
                }
                Poll::Pending => ends.take(),
            }
            yield_now().await;
        }
    }
    ends.take();
    judge(&ends);
    if !ended {
        verdict::fail("never-ends")
    }
}

fn judge(ends: &Ends) {
    let mut sorted = ends.taken.clone();
    sorted.sort_unstable();
    let length = sorted.len();
    sorted.dedup();
    if sorted.len() < length {
        verdict::fail("twice")
    }
    if sorted.len() < ends.put as usize {
        verdict::fail("lost")
    }
    if sorted != ends.taken {
        verdict::fail("out-of-order")
    }
}

/// `true` must mean that the message is where the receiver finds it.
async fn waits_for_room() {
    let (input, from) = mpsc::channel(8);
    let (to, mut output) = mpsc::channel(1);
    let mut relay = Relay::new(from, to);
    for message in 1..=3 {
        let _ = input.try_send(message);
    }
    match settled(relay.pass_one()).await {
        Some(true) => {}
        Some(false) => verdict::fail("ends-early"),
        None => verdict::fail("no-message"),
    }
    if output.is_empty() {
        verdict::fail("too-early")
    }
    match settled(relay.pass_one()).await {
        Some(true) => verdict::fail("too-early"),
        Some(false) => verdict::fail("ends-early"),
        None => {}
    }
    if output.try_recv() != Ok(1) {
        verdict::fail("out-of-order")
    }
}

/// What a future gives when nothing happens from outside.
async fn settled<F: Future>(fut: F) -> Option<F::Output> {
    let mut fut = pin!(fut);
    for _ in 0..8 {
        if let Poll::Ready(value) = futures::poll!(&mut fut) {
            return Some(value);
        }
        yield_now().await;
    }
    None
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    waits_for_room().await;
    for number in 0..STEPS.len().pow(LENGTH) {
        let digit = |place| STEPS[number / STEPS.len().pow(place) % STEPS.len()];
        run(&mut (0..LENGTH).map(digit).collect()).await;
    }
    verdict::pass()
}
