//! An executor that sleeps between two polls, and a timer that wakes it.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use listings::trace; // trace

// ANCHOR: block_on
struct ThreadWaker {
    thread: Thread,
    woken: AtomicBool,
}

impl Wake for ThreadWaker {
    fn wake(self: Arc<Self>) {
        self.woken.swap(true, Ordering::Release); // ①
        self.thread.unpark();
    }
}

pub(crate) fn block_on<F: Future>(fut: F) -> (F::Output, u32) {
    let mut fut = pin!(fut);
    let (thread, woken) = (thread::current(), AtomicBool::new(false));
    let state = Arc::new(ThreadWaker { thread, woken });
    let waker = Waker::from(state.clone());
    let mut polls = 0;
    loop {
        polls += 1;
        trace::mark("poll"); // trace
        if let Poll::Ready(value) = fut.as_mut().poll(&mut Context::from_waker(&waker)) {
            return (value, polls);
        }
        trace::mark("park"); // trace
        trace::park("block_on"); // trace
        while !state.woken.swap(false, Ordering::Acquire) {
            thread::park(); // ②
        }
        trace::unpark("block_on"); // trace
    }
}
// ANCHOR_END: block_on

// ANCHOR: sleep
pub(crate) struct Alarm {
    pub(crate) done: bool,
    pub(crate) waker: Option<Waker>,
}

pub(crate) struct Sleep {
    pub(crate) delay: Duration,
    pub(crate) alarm: Option<Arc<Mutex<Alarm>>>,
}

pub(crate) fn ring(alarm: &Mutex<Alarm>) {
    let mut alarm = alarm.lock().expect("nobody panics here");
    alarm.done = true;
    let waker = alarm.waker.take();
    drop(alarm);
    if let Some(waker) = waker {
        trace::mark("wake"); // trace
        waker.wake(); // ③
    }
}

fn start_thread(delay: Duration, waker: Waker) -> Arc<Mutex<Alarm>> {
    let (done, waker) = (false, Some(waker));
    let alarm = Arc::new(Mutex::new(Alarm { done, waker }));
    let shared = alarm.clone();
    thread::spawn(move || {
        thread::sleep(delay);
        trace::wait_for_park("block_on"); // trace
        trace::timer("timer thread"); // trace
        ring(&shared);
    });
    alarm
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(alarm) = &self.alarm else {
            trace::mark("keep_waker"); // trace
            let waker = cx.waker().clone();
            self.alarm = Some(start_thread(self.delay, waker)); // ④
            trace::mark("sleep_pending"); // trace
            return Poll::Pending;
        };
        let mut alarm = alarm.lock().expect("nobody panics here");
        if alarm.done {
            trace::mark("sleep_ready"); // trace
            return Poll::Ready(());
        }
        if let Some(waker) = &mut alarm.waker {
            waker.clone_from(cx.waker()); // ⑤
        }
        Poll::Pending
    }
}
// ANCHOR_END: sleep

// ANCHOR: main
pub(crate) fn sleep(ms: u64) -> Sleep {
    let delay = Duration::from_millis(ms);
    Sleep { delay, alarm: None }
}

pub(crate) async fn work() -> u32 {
    trace::mark("create_first"); // trace
    let first = sleep(50);
    let first = trace::future("first", first); // trace
    trace::mark("await_first"); // trace
    first.await;
    trace::mark("create_second"); // trace
    let second = sleep(20);
    let second = trace::future("second", second); // trace
    trace::mark("await_second"); // trace
    second.await;
    trace::mark("value"); // trace
    42
}

fn main() {
    trace::executor("block_on"); // trace
    let started = Instant::now();
    trace::mark("create"); // trace
    let fut = work();
    let fut = trace::future("work", fut).with_value(); // trace
    let (value, polls) = block_on(fut);
    assert!(started.elapsed() >= Duration::from_millis(70));
    println!("value: {value}, at least 70 ms, {polls} polls");
}
// ANCHOR_END: main
