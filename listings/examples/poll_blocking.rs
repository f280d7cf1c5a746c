//! A poll that waits inside itself keeps its neighbour from ever running.

use std::cell::Cell;
use std::future::poll_fn;
use std::task::Poll;

use futures::{executor::block_on, join};

const PATIENCE: u32 = 1_000;

// ANCHOR: two_waits
async fn wait_inside(open: &Cell<bool>) -> String {
    poll_fn(|_| {
        for look in 1..=PATIENCE {
            if open.get() {
                return Poll::Ready(format!("open at look {look}"));
            }
        } // ①
        Poll::Ready(format!("still shut after {PATIENCE} looks"))
    })
    .await
}

async fn wait_outside(open: &Cell<bool>) -> String {
    let mut look = 0;
    poll_fn(|cx| {
        look += 1;
        if open.get() {
            return Poll::Ready(format!("open at look {look}"));
        }
        cx.waker().wake_by_ref();
        Poll::Pending // ②
    })
    .await
}

async fn open_it(open: &Cell<bool>) {
    open.set(true);
}

fn main() {
    let open = Cell::new(false);
    let (seen, ()) = block_on(async { join!(wait_inside(&open), open_it(&open)) });
    println!("inside poll:  {seen}");

    let open = Cell::new(false);
    let (seen, ()) = block_on(async { join!(wait_outside(&open), open_it(&open)) });
    println!("outside poll: {seen}");
}
// ANCHOR_END: two_waits
