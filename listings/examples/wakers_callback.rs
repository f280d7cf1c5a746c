//! A leaf that a callback completes: the callback and the waker run on a thread of a foreign
//! library, the polls on the thread of the executor.

use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// The foreign library: it measures on a thread of its own and then calls back, once.
fn measure(callback: impl FnOnce(i32) + Send + 'static) {
    let sensor = thread::Builder::new().name("sensor".to_owned());
    sensor.spawn(move || callback(21)).expect("a thread starts");
}

// ANCHOR: leaf
#[derive(Default)]
pub(crate) struct Slot {
    celsius: Option<i32>,
    waker: Option<Waker>,
}

pub(crate) struct Reading(pub(crate) Arc<Mutex<Slot>>);

impl Future for Reading {
    type Output = i32;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<i32> {
        let mut slot = self.0.lock().expect("nobody panics here");
        if let Some(celsius) = slot.celsius {
            return Poll::Ready(celsius);
        }
        slot.waker = Some(cx.waker().clone()); // ①
        Poll::Pending
    }
}

pub(crate) fn complete(slot: &Mutex<Slot>, celsius: i32) {
    let mut slot = slot.lock().expect("nobody panics here");
    slot.celsius = Some(celsius); // ②
    let waker = slot.waker.take();
    drop(slot); // ③
    if let Some(waker) = waker {
        say("calls wake");
        waker.wake(); // ④
    }
}
// ANCHOR_END: leaf

// ANCHOR: main
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        say("runs the waker's code: unpark main");
        self.0.unpark();
    }
}

fn main() {
    let slot = Arc::new(Mutex::new(Slot::default()));
    let mut reading = pin!(Reading(slot.clone()));
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut cx = Context::from_waker(&waker);

    let mut poll = reading.as_mut().poll(&mut cx); // ⑤
    say(&format!("poll: {poll:?}"));
    measure(move |celsius| complete(&slot, celsius)); // ⑥
    while poll.is_pending() {
        thread::park(); // ⑦
        poll = reading.as_mut().poll(&mut cx);
    }
    say(&format!("poll: {poll:?}"));
}
// ANCHOR_END: main

fn say(what: &str) {
    let thread = thread::current();
    println!("[{}] {what}", thread.name().unwrap_or("?"));
}
