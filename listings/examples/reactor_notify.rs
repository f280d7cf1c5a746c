//! A waker that only sets a flag doesn't reach a thread that sleeps in the poller.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use futures::channel::oneshot;
use polling::{Events, Poller};

// ANCHOR: waker
struct LoopWaker {
    woken: AtomicBool,
    poller: Poller,
    notifies: bool,
}

impl Wake for LoopWaker {
    fn wake(self: Arc<Self>) {
        self.woken.store(true, Ordering::Release); // ①
        if self.notifies {
            self.poller.notify().expect("the poller can be notified"); // ②
        }
    }
}
// ANCHOR_END: waker

// ANCHOR: block_on
const NEXT_TIMER: Duration = Duration::from_secs(1);

fn block_on<F: Future>(fut: F, notifies: bool, asleep: &mpsc::Sender<()>) -> io::Result<F::Output> {
    let mut fut = pin!(fut);
    let state = Arc::new(LoopWaker {
        woken: AtomicBool::new(false),
        poller: Poller::new()?,
        notifies,
    });
    let waker = Waker::from(state.clone());
    loop {
        if let Poll::Ready(value) = fut.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Ok(value);
        }
        while !state.woken.swap(false, Ordering::Acquire) {
            asleep.send(()).expect("the other thread listens"); // ③
            state.poller.wait(&mut Events::new(), Some(NEXT_TIMER))?; // ④
        }
    }
}

fn main() -> io::Result<()> {
    for notifies in [false, true] {
        let (asleep, is_asleep) = mpsc::channel();
        let (sender, message) = oneshot::channel();
        let other = thread::spawn(move || {
            is_asleep.recv().expect("the loop goes to sleep");
            sender.send("done").expect("the loop waits for it"); // ⑤
            is_asleep
        });
        let started = Instant::now();
        let message = block_on(message, notifies, &asleep)?.expect("it is sent");
        let when = if started.elapsed() < NEXT_TIMER {
            "at once"
        } else {
            "when the timer came"
        };
        println!("notifies {notifies}: {message}, {when}");
        other.join().expect("it doesn't panic");
    }
    Ok(())
}
// ANCHOR_END: block_on
