//! A callback becomes something to await: a slot, a waker and poll_fn.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

type Callback = Box<dyn Fn(u32)>;

/// The foreign API: it keeps one callback and calls it at each press.
#[derive(Default)]
pub(crate) struct Button(RefCell<Option<Callback>>);

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

impl Slot {
    fn poll_floor(&mut self, cx: &mut Context<'_>) -> Poll<u32> {
        if let Some(floor) = self.floor.take() {
            return Poll::Ready(floor); // ①
        }
        self.waker = Some(cx.waker().clone()); // ②
        Poll::Pending
    }
}

pub(crate) fn next_press(button: &Button) -> impl Future<Output = u32> {
    let slot = Rc::new(RefCell::new(Slot::default()));
    let theirs = slot.clone();
    button.on_press(move |floor| {
        theirs.borrow_mut().floor.get_or_insert(floor); // ③
        let waker = theirs.borrow_mut().waker.take();
        if let Some(waker) = waker {
            waker.wake(); // ④
        }
    });
    poll_fn(move |cx| slot.borrow_mut().poll_floor(cx)) // ⑤
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
