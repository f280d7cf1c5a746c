//! Drives an async fn by hand: a pin, a waker that counts, and two polls.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Wake, Waker};

use futures::channel::oneshot;

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

// ANCHOR: by_hand
async fn label(parcel: oneshot::Receiver<u32>) -> String {
    match parcel.await {
        Ok(number) => format!("parcel {number}"),
        Err(_) => String::from("nothing was sent"),
    }
}

fn main() {
    let (sender, parcel) = oneshot::channel();
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone()); // ①
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(label(parcel)); // ②

    println!("poll: {:?}", future.as_mut().poll(&mut cx)); // ③
    println!("wake-ups: {}", wakes.0.load(Ordering::Relaxed));
    sender.send(7).expect("the receiver is alive"); // ④
    println!("wake-ups: {}", wakes.0.load(Ordering::Relaxed));
    println!("poll: {:?}", future.as_mut().poll(&mut cx)); // ⑤
}
// ANCHOR_END: by_hand
