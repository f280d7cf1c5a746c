//! The claims of the chapter `pin`: what moves, what stays, and what it costs; addresses are
//! compared and never followed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::marker::PhantomPinned;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;
use std::{mem, ptr};

use futures::pending;
use tokio::time::{Instant, sleep};

#[path = "../examples/pin_boxed.rs"]
#[allow(dead_code)]
mod boxed;
#[path = "../examples/pin_projected.rs"]
#[allow(dead_code)]
mod projected;
#[path = "../examples/pin_self_referential.rs"]
#[allow(dead_code)]
mod self_referential;
#[path = "../examples/pin_without_marker.rs"]
#[allow(dead_code)]
mod without_marker;

use projected::counted;

/// Counts the allocations of each thread, so that tests beside each other don't disturb it.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator; only a number is kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
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

/// What `make` gives, and how often it allocated.
fn allocations<T>(make: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATIONS.get();
    let made = make();
    (made, ALLOCATIONS.get() - before)
}

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn poll_once<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

fn address<T: ?Sized>(value: &T) -> usize {
    ptr::from_ref(value).cast::<()>().addr()
}

/// An inherent method comes before one of a trait, and this one is there for `Unpin` types only.
struct Probe<'a, T: ?Sized>(&'a T);

impl<T: ?Sized + Unpin> Probe<'_, T> {
    fn is_unpin(&self) -> bool {
        let _ = self.0;
        true
    }
}

trait Otherwise {
    fn is_unpin(&self) -> bool;
}

impl<T: ?Sized> Otherwise for Probe<'_, T> {
    fn is_unpin(&self) -> bool {
        false
    }
}

async fn greet() -> String {
    let name = String::from("Ada");
    let borrowed = &name;
    pending!();
    format!("hello, {borrowed}")
}

#[test]
fn pin_is_as_large_as_the_pointer_in_it() {
    assert_eq!(size_of::<Pin<&mut u64>>(), size_of::<&mut u64>());
    assert_eq!(size_of::<Pin<Box<u64>>>(), size_of::<Box<u64>>());
}

#[test]
fn unpin_says_something_about_a_type_and_nothing_about_a_pin() {
    // Never pinned, and not `Unpin`.
    let future = greet();
    assert!(!Probe(&future).is_unpin());
    assert!(!Probe(&PhantomPinned).is_unpin());
    assert!(!Probe(&async { 42 }).is_unpin(), "borrows nothing");

    // Pinned, and `Unpin`.
    let mut number = 7;
    assert!(Probe(&*Pin::new(&mut number)).is_unpin());

    // Pointers are `Unpin`, whatever they point to.
    let mut boxed = Box::new(future);
    assert!(Probe(&&mut *boxed).is_unpin());
    assert!(Probe(&boxed).is_unpin());
    let pinned = Box::into_pin(boxed);
    assert!(Probe(&pinned).is_unpin());
    assert!(!Probe(&*pinned).is_unpin());
}

#[test]
fn one_marker_takes_unpin_from_the_greeting() {
    assert!(Probe(&*without_marker::Greeting::new("Ada")).is_unpin());
    assert!(!Probe(&*self_referential::Greeting::new("Ada")).is_unpin());
    assert_eq!(size_of::<PhantomPinned>(), 0, "and costs no space");
}

#[test]
fn future_may_move_until_it_is_pinned() {
    let future = greet();
    let mut waiting = vec![future];
    let boxed = Box::new(waiting.remove(0));
    let mut pinned = Box::into_pin(boxed);
    assert!(poll_once(pinned.as_mut()).is_pending());
    assert_eq!(
        poll_once(pinned.as_mut()),
        Poll::Ready("hello, Ada".to_owned())
    );
}

#[test]
fn pinned_boxes_change_places_and_their_futures_stay() {
    let (mut first, mut second) = (Box::pin(greet()), Box::pin(greet()));
    let (first_at, second_at) = (address(&*first), address(&*second));
    assert!(poll_once(first.as_mut()).is_pending());
    mem::swap(&mut first, &mut second);
    assert_eq!((address(&*first), address(&*second)), (second_at, first_at));
    // The one that has been polled is the second now, and it is a poll ahead.
    assert!(poll_once(second.as_mut()).is_ready());
    assert!(poll_once(first.as_mut()).is_pending());
}

#[test]
fn pinned_unpin_value_moves_out_in_safe_code() {
    let mut drink = String::from("tea");
    let mut pinned = Pin::new(&mut drink);
    assert_eq!(mem::replace(&mut *pinned, String::from("coffee")), "tea");
    assert_eq!(drink, "coffee");
}

#[test]
fn greetings_without_the_marker_trade_places_in_safe_code() {
    let mut ada = without_marker::Greeting::new("Ada");
    let mut grace = without_marker::Greeting::new("Grace");
    mem::swap(&mut *ada, &mut *grace);
    assert!(!ada.points_to_own_name() && !grace.points_to_own_name());
}

#[test]
fn greeting_with_the_marker_reads_its_own_name_wherever_its_box_goes() {
    let mut ada = self_referential::Greeting::new("Ada");
    let mut grace = self_referential::Greeting::new("Grace");
    mem::swap(&mut ada, &mut grace);
    let kept = [ada, grace];
    let texts: Vec<String> = kept.iter().map(|kept| kept.as_ref().text()).collect();
    assert_eq!(texts, ["hello, Grace", "hello, Ada"]);
}

/// Notes where it is dropped; not `Unpin`.
struct Grave<'a>(&'a Cell<usize>, PhantomPinned);

impl Drop for Grave<'_> {
    fn drop(&mut self) {
        self.0.set(address(self));
    }
}

#[test]
fn set_drops_the_old_value_in_its_place() {
    let (old, new) = (Cell::new(0), Cell::new(0));
    let mut pinned = Box::pin(Grave(&old, PhantomPinned));
    let place = address(&*pinned);
    pinned.set(Grave(&new, PhantomPinned));
    assert_eq!((old.get(), new.get()), (place, 0));
    drop(pinned);
    assert_eq!(new.get(), place);
}

#[test]
fn text_of_a_string_stays_when_the_string_moves() {
    let name = String::from("Ada");
    let (string_at, text_at) = (address(&name), address(name.as_str()));
    let moved = Box::new(name);
    assert_ne!(address(&*moved), string_at);
    assert_eq!(address(moved.as_str()), text_at);
}

#[test]
fn pin_macro_allocates_nothing_and_box_pin_once() {
    let ((), in_place) = allocations(|| {
        let mut future = pin!(async { pending!() });
        assert!(poll_once(future.as_mut()).is_pending());
        assert!(poll_once(future).is_ready());
    });
    assert_eq!(in_place, 0);
    let (boxed, on_the_heap) = allocations(|| Box::pin(async { pending!() }));
    assert_eq!(on_the_heap, 1);
    let (_, erased) = allocations(|| boxed as Pin<Box<dyn Future<Output = ()>>>);
    assert_eq!(erased, 0);
}

#[test]
fn counted_polls_a_future_that_is_not_unpin_in_its_field() {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut cx = Context::from_waker(&waker);
    let inner = async {
        let text = String::from("tea");
        let borrowed = &text;
        tokio::task::yield_now().await;
        pending!();
        borrowed.len()
    };
    let ((), allocated) = allocations(|| {
        let mut counted = pin!(counted(inner));
        assert!(counted.as_mut().poll(&mut cx).is_pending());
        assert!(counted.as_mut().poll(&mut cx).is_pending());
        assert_eq!(counted.poll(&mut cx), Poll::Ready((3, 3)));
    });
    assert_eq!(allocated, 1, "the text, and nothing for the pin");
    let wakes = wakes.0.load(Ordering::Relaxed);
    assert_eq!(wakes, 1, "the waker was passed on");
}

#[test]
fn counted_is_unpin_if_its_future_is() {
    assert!(Probe(&counted(std::future::ready(1))).is_unpin());
    assert!(!Probe(&counted(greet())).is_unpin());
}

async fn brew() {
    sleep(Duration::from_millis(250)).await;
}

#[tokio::test(start_paused = true)]
async fn lent_future_goes_on_in_each_round_and_a_new_one_starts_anew() {
    let start = Instant::now();
    let mut work = pin!(brew());
    let mut rounds = 0;
    loop {
        tokio::select! {
            biased;
            () = &mut work => break,
            () = sleep(Duration::from_millis(100)) => rounds += 1,
        }
    }
    assert_eq!(rounds, 2);
    assert_eq!(start.elapsed(), Duration::from_millis(250));

    for _ in 0..1000 {
        tokio::select! {
            biased;
            () = brew() => panic!("a new one needs 250 ms more"),
            () = sleep(Duration::from_millis(100)) => {}
        }
    }
}

#[test]
fn boxed_jobs_of_two_types_are_one_type() {
    let mut jobs: Vec<boxed::Job> = vec![Box::pin(boxed::slow(2)), Box::pin(boxed::quick())];
    assert!(poll_once(jobs[0].as_mut()).is_pending());
    assert!(poll_once(jobs[0].as_mut()).is_pending());
    assert!(poll_once(jobs[1].as_mut()).is_ready());
    assert_eq!(
        poll_once(jobs[0].as_mut()),
        Poll::Ready("slow, after 2 rounds".to_owned())
    );
}
