//! Three deadlines that stay where they are, however many messages come.

use std::pin::pin;
use std::time::Duration;

use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{Instant, sleep, sleep_until, timeout};

const LIMIT: Duration = Duration::from_millis(200);

// ANCHOR: deadlines
pub(crate) async fn pinned(mut messages: Receiver<u32>) -> u32 {
    let mut count = 0;
    let mut deadline = pin!(sleep(LIMIT)); // ①
    loop {
        tokio::select! {
            biased;
            () = &mut deadline => return count,
            Some(_) = messages.recv() => count += 1,
        }
    }
}

pub(crate) async fn until(mut messages: Receiver<u32>) -> u32 {
    let mut count = 0;
    let deadline = Instant::now() + LIMIT; // ②
    loop {
        tokio::select! {
            biased;
            () = sleep_until(deadline) => return count,
            Some(_) = messages.recv() => count += 1,
        }
    }
}

pub(crate) async fn around(mut messages: Receiver<u32>) -> u32 {
    let mut count = 0; // ③
    let all = async {
        while messages.recv().await.is_some() {
            count += 1;
        }
    };
    let _ = timeout(LIMIT, all).await; // ④
    count
}
// ANCHOR_END: deadlines

pub(crate) fn message_every(period: Duration) -> Receiver<u32> {
    let (tx, rx) = mpsc::channel(1);
    tokio::spawn(async move {
        for n in 0..50 {
            sleep(period).await;
            if tx.send(n).await.is_err() {
                break;
            }
        }
    });
    rx
}

async fn report(name: &str, reader: impl Future<Output = u32>) {
    let started = Instant::now();
    let count = reader.await;
    println!("{name}: {count} messages in {:?}", started.elapsed());
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let period = Duration::from_millis(80);
    report("pinned sleep", pinned(message_every(period))).await;
    report("sleep_until", until(message_every(period))).await;
    report("timeout around the loop", around(message_every(period))).await;
}
