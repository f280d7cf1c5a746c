//! A hundred sleeps at once: how many threads they need when each one starts its own.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use futures::future::join_all;

static STARTED: AtomicUsize = AtomicUsize::new(0);

struct Alarm {
    done: bool,
    waker: Option<Waker>,
}

struct Sleep {
    delay: Duration,
    alarm: Option<Arc<Mutex<Alarm>>>,
}

fn start_thread(delay: Duration, waker: Waker) -> Arc<Mutex<Alarm>> {
    STARTED.fetch_add(1, Ordering::Relaxed);
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

// ANCHOR: hundred
fn main() {
    let delay = Duration::from_millis(50);
    let started = Instant::now();
    let sleeps = (0..100).map(|_| Sleep { delay, alarm: None });
    futures::executor::block_on(join_all(sleeps));
    let took = started.elapsed();
    assert!(took >= delay && took < 100 * delay); // ①
    let threads = STARTED.load(Ordering::Relaxed);
    println!("100 sleeps of {delay:?}: {threads} threads started");
}
// ANCHOR_END: hundred
