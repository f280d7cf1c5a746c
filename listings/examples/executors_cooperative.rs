//! Somebody spins until a flag is set: beside another thread, and beside another future.

use std::future::poll_fn;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::task::Poll;
use std::thread;

use futures::executor::block_on;
use futures::join;

async fn yield_now() {
    let mut yielded = false;
    poll_fn(|cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

// ANCHOR: spinners
async fn spin(flag: &AtomicBool, yields: bool) -> String {
    for check in 1..=1_000_000 {
        if flag.load(Ordering::Acquire) {
            return format!("set at check {check}");
        }
        if yields {
            yield_now().await; // ①
        }
    }
    "not set after 1000000 checks".to_owned() // ②
}

fn main() {
    let flag = AtomicBool::new(false);
    let (begin, begun) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            begin.send(()).expect("main listens");
            while !flag.load(Ordering::Acquire) {
                spin_loop(); // ③
            }
        });
        begun.recv().expect("the spinner has begun");
        flag.store(true, Ordering::Release);
    });
    println!("two threads: set");

    for yields in [false, true] {
        let flag = AtomicBool::new(false);
        let set = async { flag.store(true, Ordering::Release) };
        let (end, ()) = block_on(async { join!(spin(&flag, yields), set) });
        println!("two futures, yields {yields}: {end}");
    }
}
// ANCHOR_END: spinners
