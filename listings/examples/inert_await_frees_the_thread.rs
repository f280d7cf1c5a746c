//! One future waits for what another makes, on one thread: no deadlock.

use std::thread;

use futures::channel::oneshot;
use futures::{executor::block_on, join};

// ANCHOR: guest_and_cook
fn say(line: &str) {
    println!("[{}] {line}", thread::current().name().unwrap_or("?"));
}

async fn guest(cup: oneshot::Receiver<&'static str>) {
    say("guest: waits for a cup");
    let drink = cup.await.unwrap_or("nothing"); // ①
    say(&format!("guest: drinks {drink}"));
}

async fn cook(cup: oneshot::Sender<&'static str>) {
    say("cook: boils water");
    cup.send("tea").expect("the guest is still here"); // ②
    say("cook: goes home");
}

fn main() {
    let (full, empty) = oneshot::channel();
    block_on(async { join!(guest(empty), cook(full)) }); // ③
}
// ANCHOR_END: guest_and_cook
