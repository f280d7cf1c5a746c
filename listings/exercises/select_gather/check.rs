//! Sends messages at exact times under the paused clock, and judges when `gather` returns, and
//! with what.

mod exercise;

use std::time::Duration;

use exercise::{Gathered, gather};
use listings::verdict;
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{Instant, sleep};

const LIMIT: Duration = Duration::from_millis(200);
const OPEN: Duration = Duration::from_secs(3600);

/// Sends a number each 80 ms, and closes the channel some time after the last.
fn channel(count: u32, open: Duration) -> Receiver<u32> {
    let (tx, rx) = mpsc::channel(1);
    tokio::spawn(async move {
        for n in 0..count {
            sleep(Duration::from_millis(80)).await;
            if tx.send(n).await.is_err() {
                return;
            }
        }
        sleep(open).await;
    });
    rx
}

async fn timed(mut channel: Receiver<u32>) -> (Gathered, Duration) {
    let started = Instant::now();
    let gathered = gather(&mut channel, LIMIT).await;
    (gathered, started.elapsed())
}

async fn returns_at_the_limit(count: u32, expected: &[u32]) {
    let (gathered, took) = timed(channel(count, OPEN)).await;
    if took > LIMIT {
        verdict::fail("late")
    }
    if took < LIMIT {
        verdict::fail("early")
    }
    if gathered.messages != expected {
        verdict::fail("lost")
    }
    if gathered.complete {
        verdict::fail("wrong-end")
    }
}

async fn returns_when_the_channel_is_closed(count: u32) {
    let due = Duration::from_millis(80) * count;
    let (gathered, took) = timed(channel(count, Duration::ZERO)).await;
    if took > due {
        verdict::fail("waits")
    }
    if took < due {
        verdict::fail("early")
    }
    if gathered.messages.len() != count as usize {
        verdict::fail("lost")
    }
    if !gathered.complete {
        verdict::fail("wrong-end")
    }
}

/// The messages that wait at the limit are thousands, and all are there at once.
async fn flood() {
    let (tx, mut rx) = mpsc::channel(10_000);
    for n in 0..10_000 {
        if tx.try_send(n).is_err() {
            break;
        }
    }
    if gather(&mut rx, Duration::ZERO).await.messages.len() >= 5_000 {
        verdict::fail("starved")
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    returns_at_the_limit(50, &[0, 1]).await;
    returns_at_the_limit(1, &[0]).await;
    returns_at_the_limit(0, &[]).await;
    returns_when_the_channel_is_closed(2).await;
    returns_when_the_channel_is_closed(0).await;
    flood().await;
    verdict::pass()
}
