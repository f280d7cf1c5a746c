//! A poll that waits inside itself keeps its neighbour from ever running.

use std::cell::Cell;
use std::future::poll_fn;
use std::task::Poll;

use futures::{executor::block_on, join};

const PATIENCE: u32 = 1_000;

// ANCHOR: two_waits
async fn wait_inside(open: &Cell<bool>) -> Option<u32> {
    poll_fn(|_| Poll::Ready((1..=PATIENCE).find(|_| open.get()))).await // ①
}

async fn wait_outside(open: &Cell<bool>) -> Option<u32> {
    let mut looks = 0;
    poll_fn(|cx| {
        looks += 1;
        if open.get() {
            return Poll::Ready(Some(looks));
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
    let (look, ()) = block_on(async { join!(wait_inside(&open), open_it(&open)) });
    println!("inside poll, {PATIENCE} looks: opened at {look:?}");

    let open = Cell::new(false);
    let (look, ()) = block_on(async { join!(wait_outside(&open), open_it(&open)) });
    println!("one look per poll: opened at {look:?}");
}
// ANCHOR_END: two_waits
