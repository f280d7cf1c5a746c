//! The simplest executor: a waker that does nothing, and a loop that asks again at once.

use std::pin::{Pin, pin};
use std::ptr;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};
use std::thread;
use std::time::{Duration, Instant};

// ANCHOR: noop_waker
static NOOP: RawWakerVTable = RawWakerVTable::new(
    |_| RawWaker::new(ptr::null(), &NOOP), // clone
    |_| {},                                // wake
    |_| {},                                // wake_by_ref
    |_| {},                                // drop
);

fn noop_waker() -> Waker {
    // SAFETY: no function of `NOOP` reads the pointer, and none owns, frees or shares anything, so
    // each may be called any number of times, from any thread.
    unsafe { Waker::new(ptr::null(), &NOOP) }
}
// ANCHOR_END: noop_waker

// ANCHOR: spin
pub(crate) fn spin<F: Future>(fut: F) -> (F::Output, u64) {
    let mut fut = pin!(fut);
    let waker = noop_waker();
    let mut polls = 0;
    loop {
        polls += 1;
        if let Poll::Ready(value) = fut.as_mut().poll(&mut Context::from_waker(&waker)) {
            return (value, polls);
        } // ①
    }
}
// ANCHOR_END: spin

struct Alarm {
    done: bool,
    waker: Option<Waker>,
}

struct Sleep {
    delay: Duration,
    alarm: Option<Arc<Mutex<Alarm>>>,
}

fn sleep(ms: u64) -> Sleep {
    let delay = Duration::from_millis(ms);
    Sleep { delay, alarm: None }
}

fn start_thread(delay: Duration, waker: Waker) -> Arc<Mutex<Alarm>> {
    let (done, waker) = (false, Some(waker));
    let alarm = Arc::new(Mutex::new(Alarm { done, waker }));
    let shared = alarm.clone();
    thread::spawn(move || {
        thread::sleep(delay);
        let mut alarm = shared.lock().expect("nobody panics here");
        alarm.done = true;
        let waker = alarm.waker.take();
        drop(alarm);
        if let Some(waker) = waker {
            waker.wake();
        }
    });
    alarm
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(alarm) = &self.alarm else {
            let waker = cx.waker().clone();
            self.alarm = Some(start_thread(self.delay, waker));
            return Poll::Pending;
        };
        let mut alarm = alarm.lock().expect("nobody panics here");
        if alarm.done {
            return Poll::Ready(());
        }
        if let Some(waker) = &mut alarm.waker {
            waker.clone_from(cx.waker());
        }
        Poll::Pending
    }
}

// ANCHOR: main
async fn work() -> u32 {
    sleep(50).await;
    sleep(20).await;
    42
}

fn main() {
    let started = Instant::now();
    let (value, polls) = spin(work());
    assert!(started.elapsed() >= Duration::from_millis(70));
    assert!(polls > 1000);
    println!("value: {value}, at least 70 ms, more than 1000 polls");
}
// ANCHOR_END: main
