//! Several wake-ups before the next poll: one poll answers them all.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use futures::executor::LocalPool;
use futures::task::LocalSpawnExt;

// ANCHOR: main
fn main() {
    let polls = Rc::new(Cell::new(0));
    let kept = Rc::new(RefCell::new(None::<Waker>));
    let mut pool = LocalPool::new();
    let task = poll_fn({
        let (polls, kept) = (polls.clone(), kept.clone());
        move |cx| {
            polls.set(polls.get() + 1);
            *kept.borrow_mut() = Some(cx.waker().clone());
            Poll::<()>::Pending
        }
    });
    pool.spawner().spawn_local(task).expect("the pool is there");

    pool.run_until_stalled();
    println!("wake-ups: 0, polls: {}", polls.get());
    let waker = kept.borrow().clone().expect("the poll has left it");
    for wakes in [1, 3] {
        let before = polls.get();
        for _ in 0..wakes {
            waker.wake_by_ref(); // ①
        }
        assert_eq!(polls.get(), before); // ②
        pool.run_until_stalled();
        println!("wake-ups: {wakes}, polls: {}", polls.get() - before);
    }
}
// ANCHOR_END: main
