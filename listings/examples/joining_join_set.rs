//! A set of tasks gives out its results as they come, and aborts what is left when it is dropped.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

// ANCHOR: join_set
struct Fetch(u64);

impl Fetch {
    async fn run(self) -> u64 {
        sleep(Duration::from_millis(self.0)).await;
        self.0
    }
}

impl Drop for Fetch {
    fn drop(&mut self) {
        println!("  fetch of {} ms is gone", self.0); // ①
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let started = Instant::now();
    let mut set = JoinSet::new();
    for ms in [400, 100, 300, 200] {
        set.spawn(Fetch(ms).run());
    }
    while set.len() > 1 {
        let result = set.join_next().await; // ②
        println!("{result:?} at {:?}", started.elapsed());
    }
    assert_eq!(started.elapsed(), Duration::from_millis(300));

    println!("dropping the set");
    drop(set); // ③
    sleep(Duration::from_millis(500)).await;
    println!("end");
}
// ANCHOR_END: join_set
