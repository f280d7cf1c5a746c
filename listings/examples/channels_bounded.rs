//! A producer, a channel of two and a slow consumer: who waits for whom, to the millisecond.

use std::time::Duration;

use tokio::sync::mpsc::{self, Sender};
use tokio::time::{Instant, sleep};

use listings::trace; // trace
use listings::trace::StepKind::{Finish, Full, Resume}; // trace

const WORK: Duration = Duration::from_millis(100);

// ANCHOR: both_ends
async fn produce(tx: Sender<u32>, start: Instant) {
    for n in 1..=5 {
        trace::state("producer", format_args!("n = {n}")); // trace
        let full = tx.capacity() == 0; // trace
        trace::mark("send"); // trace
        full.then(|| trace::event(Full, "channel")); // trace
        tx.send(n).await.expect("the consumer is there"); // ①
        full.then(|| trace::event(Resume, "producer")); // trace
        let taken = tx.max_capacity() - tx.capacity(); // trace
        trace::state("channel", format_args!("{taken} of 2")); // trace
        trace::mark("sent"); // trace
        println!("{:>3} ms: {n} sent", start.elapsed().as_millis());
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    trace::executor("main"); // trace
    trace::clock("clock"); // trace
    trace::channel("channel"); // trace
    trace::state("channel", "0 of 2"); // trace
    let start = Instant::now();
    let (tx, mut rx) = mpsc::channel(2); // ②
    let producer = produce(tx, start);
    trace::mark("spawn"); // trace
    let producer = trace::task("producer", producer); // trace
    tokio::spawn(producer);
    loop {
        trace::mark("recv"); // trace
        let Some(n) = rx.recv().await else { break }; // ③
        trace::state("main", format_args!("n = {n}")); // trace
        trace::state("channel", format_args!("{} of 2", rx.len())); // trace
        trace::mark("work"); // trace
        sleep(WORK).await; // ④
        trace::event(Resume, "main"); // trace
        println!("{:>3} ms: {n:>9} done", start.elapsed().as_millis());
    }
    trace::state("channel", "closed"); // trace
    trace::mark("closed"); // trace
    println!("{:>3} ms: `None`", start.elapsed().as_millis());
    trace::event(Finish, "main"); // trace
}
// ANCHOR_END: both_ends
