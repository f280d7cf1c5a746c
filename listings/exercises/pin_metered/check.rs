//! Drives `metered` over a future that notes its own address, and counts what is allocated.

mod exercise;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::marker::PhantomPinned;
use std::pin::{Pin, pin};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use listings::verdict;

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator; only a number is kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of `alloc`, which is the same for `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: `block` comes from `alloc` above, and so from `System`, with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Pending as often as said; once it has been polled it may not move until it has been dropped.
struct Rooted<'a> {
    pending: u32,
    polls: &'a Cell<u32>,
    dropped: &'a Cell<bool>,
    /// Where it was first polled; 0 before that.
    address: usize,
    _pinned: PhantomPinned,
}

impl Rooted<'_> {
    fn stand_still(&self) {
        if self.address != 0 && self.address != ptr::from_ref(self).addr() {
            verdict::fail("moved")
        }
    }
}

impl Future for Rooted<'_> {
    type Output = u32;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u32> {
        self.stand_still();
        self.polls.set(self.polls.get() + 1);
        // SAFETY: two numbers are written through it; nothing is moved out of it.
        let this = unsafe { self.get_unchecked_mut() };
        this.address = ptr::from_ref(this).addr();
        if this.pending == 0 {
            return Poll::Ready(7);
        }
        this.pending -= 1;
        Poll::Pending
    }
}

impl Drop for Rooted<'_> {
    fn drop(&mut self) {
        self.stand_still();
        self.dropped.set(true);
    }
}

fn check(pending: u32) {
    let (polls, dropped) = (Cell::new(0), Cell::new(false));
    let rooted = Rooted {
        pending,
        polls: &polls,
        dropped: &dropped,
        address: 0,
        _pinned: PhantomPinned,
    };
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let mut future = pin!(exercise::metered(rooted));
    let mut cx = Context::from_waker(Waker::noop());
    for round in 1..=pending + 1 {
        let outcome = future.as_mut().poll(&mut cx);
        if polls.get() != round {
            verdict::fail("polls")
        }
        if ALLOCATIONS.load(Ordering::Relaxed) > before {
            verdict::fail("heap")
        }
        if outcome.is_pending() && round <= pending {
            continue;
        }
        if outcome != Poll::Ready((7, pending + 1)) {
            verdict::fail("value")
        }
        if !dropped.get() {
            verdict::fail("kept")
        }
    }
}

fn main() {
    for pending in [0, 1, 5] {
        check(pending);
    }
    verdict::pass()
}
