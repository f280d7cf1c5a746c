//! Merges few values, many, and none, with a consumer that takes its time, and counts.

mod exercise;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use exercise::merge;
use listings::verdict;
use tokio::time::{sleep, timeout};

/// How far the sources may be ahead: what the channel holds, and one value in the hand of each.
const AHEAD: usize = 4 + SOURCES;
const SOURCES: usize = 3;
const HOUR: Duration = Duration::from_secs(3600);

#[derive(Default)]
struct Seen {
    values: Vec<u32>,
    most_ahead: usize,
}

/// Merges three sources of `each` values; `None`: it doesn't end within an hour.
async fn merged(each: u32) -> Option<Seen> {
    let made = Arc::new(AtomicUsize::new(0));
    let sources = (0..SOURCES as u32).map(|source| {
        let made = made.clone();
        (0..each).map(move |n| {
            made.fetch_add(1, Ordering::Relaxed);
            source * each + n
        })
    });
    let mut seen = Seen::default();
    let on_value = async |value| {
        sleep(Duration::from_millis(1)).await;
        seen.values.push(value);
        let ahead = made.load(Ordering::Relaxed) - seen.values.len();
        seen.most_ahead = seen.most_ahead.max(ahead);
    };
    timeout(HOUR, merge(sources.collect(), on_value))
        .await
        .ok()?;
    seen.values.sort_unstable();
    Some(seen)
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    if merged(0).await.is_none() {
        verdict::fail("held")
    }
    let Some(seen) = merged(100).await else {
        verdict::fail("full")
    };
    if !seen.values.iter().copied().eq(0..100 * SOURCES as u32) {
        verdict::fail("lost")
    }
    if seen.most_ahead > AHEAD {
        verdict::fail("unbounded")
    }
    verdict::pass()
}
