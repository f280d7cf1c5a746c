//! Drives `relay` over a scripted link, poll by poll, and then weighs its future.

mod exercise;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use exercise::Link;
use listings::verdict;

/// The largest page has 2048 bytes, and `Script` adds some.
const LIMIT: usize = 2800;

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

fn allocations() -> usize {
    ALLOCATIONS.load(Ordering::Relaxed)
}

#[derive(Debug, PartialEq)]
enum Event {
    Read(usize),
    Sent(u32),
}

/// Each read and each send is pending once, and noted when it is done.
struct Script {
    pages: Cell<u8>,
    events: RefCell<Vec<Event>>,
}

impl Script {
    async fn finish(&self, event: Event) {
        let mut waited = false;
        poll_fn(|_| match std::mem::replace(&mut waited, true) {
            false => Poll::Pending,
            true => Poll::Ready(()),
        })
        .await;
        self.events.borrow_mut().push(event);
    }
}

impl Link for Script {
    async fn read(&self, page: &mut [u8]) {
        self.finish(Event::Read(page.len())).await;
        let number = self.pages.get() + 1;
        self.pages.set(number);
        page.fill(number);
        page[0] = 100;
    }

    async fn send(&self, checksum: u32) {
        self.finish(Event::Sent(checksum)).await;
    }
}

fn main() {
    let sums = [1023 + 100, 2 * 2047 + 100, 3 * 511 + 100];
    let lengths = [1024, 2048, 512];
    let expected: Vec<Event> = lengths
        .into_iter()
        .zip(sums)
        .flat_map(|(length, sum)| [Event::Read(length), Event::Sent(sum)])
        .collect();
    let script = Script {
        pages: Cell::new(0),
        events: RefCell::new(Vec::with_capacity(64)),
    };

    let future = exercise::relay(&script);
    let size = size_of_val(&future);
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    let before = allocations();
    let mut pendings = 0;
    let sum = loop {
        match future.as_mut().poll(&mut cx) {
            Poll::Ready(sum) => break sum,
            Poll::Pending if pendings < expected.len() => pendings += 1,
            Poll::Pending => verdict::fail("polls"),
        }
    };
    let allocated = allocations() > before;

    if *script.events.borrow() != expected {
        verdict::fail("order")
    }
    if pendings != expected.len() {
        verdict::fail("polls")
    }
    if sum != sums.iter().sum::<u32>() {
        verdict::fail("sum")
    }
    if allocated {
        verdict::fail("heap")
    }
    if size > LIMIT {
        verdict::fail("size")
    }
    verdict::pass()
}
