//! What `timeout` does with its future when the limit comes first: drop it, or give it back.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

struct Note {
    done: bool,
}

impl Drop for Note {
    fn drop(&mut self) {
        if !self.done {
            println!("the job is dropped");
        }
    }
}

// ANCHOR: main
async fn job() -> u32 {
    let mut note = Note { done: false };
    sleep(Duration::from_millis(250)).await;
    note.done = true;
    42
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let ms = Duration::from_millis;
    println!("limit 300 ms: {:?}", timeout(ms(300), job()).await);
    println!("limit 250 ms: {:?}", timeout(ms(250), job()).await); // ①
    println!("limit 100 ms: {:?}", timeout(ms(100), job()).await); // ②

    let started = Instant::now();
    let mut lent = pin!(job());
    loop {
        let result = timeout(ms(100), &mut lent).await; // ③
        println!("lent: {result:?} after {:?}", started.elapsed());
        if result.is_ok() {
            break;
        }
    }
}
// ANCHOR_END: main
