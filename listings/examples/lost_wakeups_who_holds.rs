//! Polls a future once and tells who can wake it: the question to ask of any task that hangs.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::sleep;

// ANCHOR: who_can_wake
#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) fn who_can_wake(fut: impl Future) -> String {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut fut = pin!(fut);
    if fut
        .as_mut()
        .poll(&mut Context::from_waker(&waker))
        .is_ready()
    {
        return "ready".to_owned();
    }
    let held = Arc::strong_count(&wakes) - 2; // ①
    let woken = wakes.0.load(Ordering::Relaxed);
    match (woken, held) {
        (0, 0) => "pending, and nobody can wake it".to_owned(), // ②
        (0, held) => format!("pending, wakers held: {held}"),
        (woken, held) => format!("pending, woken already: {woken}, wakers held: {held}"),
    }
}
// ANCHOR_END: who_can_wake

pub(crate) struct YieldOnce {
    pub(crate) wake: bool,
    pub(crate) yielded: bool,
}

impl Future for YieldOnce {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.yielded {
            return Poll::Ready(());
        }
        self.yielded = true;
        if self.wake {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

// ANCHOR: main
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let nobody = || YieldOnce {
        wake: false,
        yielded: false,
    };
    let itself = YieldOnce {
        wake: true,
        yielded: false,
    };
    let (_sender, receiver) = oneshot::channel::<()>();
    let second = || sleep(Duration::from_secs(1));

    println!("ready:       {}", who_can_wake(std::future::ready(())));
    println!("wake: true   {}", who_can_wake(itself));
    println!("wake: false  {}", who_can_wake(nobody()));
    println!("oneshot:     {}", who_can_wake(receiver));
    println!("sleep:       {}", who_can_wake(second()));
    let both = async { tokio::join!(nobody(), second()) };
    println!("both:        {}", who_can_wake(both)); // ③
}
// ANCHOR_END: main
