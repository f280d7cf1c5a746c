//! A callback API becomes something to await: a slot, a waker and poll_fn.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// The foreign API: it keeps one callback and calls it at each press.
#[derive(Default)]
pub(crate) struct Button(RefCell<Option<Box<dyn Fn(u32)>>>);

impl Button {
    fn on_press(&self, callback: impl Fn(u32) + 'static) {
        *self.0.borrow_mut() = Some(Box::new(callback));
    }

    pub(crate) fn press(&self, floor: u32) {
        if let Some(callback) = &*self.0.borrow() {
            callback(floor);
        }
    }
}

// ANCHOR: adapter
#[derive(Default)]
struct Slot {
    floor: Option<u32>,
    waker: Option<Waker>,
}

pub(crate) fn next_press(button: &Button) -> impl Future<Output = u32> {
    let slot = Rc::new(RefCell::new(Slot::default()));
    let theirs = slot.clone();
    button.on_press(move |floor| {
        let mut slot = theirs.borrow_mut();
        slot.floor = Some(floor); // ①
        if let Some(waker) = slot.waker.take() {
            waker.wake(); // ②
        }
    });
    poll_fn(move |cx| {
        let mut slot = slot.borrow_mut();
        if let Some(floor) = slot.floor.take() {
            return Poll::Ready(floor); // ③
        }
        slot.waker = Some(cx.waker().clone()); // ④
        Poll::Pending
    })
}
// ANCHOR_END: adapter

// ANCHOR: press
fn main() {
    let button = Button::default();
    let mut future = pin!(next_press(&button));
    let mut cx = Context::from_waker(Waker::noop());
    println!("{:?}", future.as_mut().poll(&mut cx));
    println!("{:?}", future.as_mut().poll(&mut cx)); // ①
    button.press(4);
    println!("{:?}", future.as_mut().poll(&mut cx));
}
// ANCHOR_END: press
