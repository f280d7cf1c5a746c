//! The timers of a reactor: until when its loop may sleep, and whom it has to wake then.

use std::collections::{BinaryHeap, HashMap};
use std::task::Waker;
use std::time::Duration;

/// When a timer is due, counted from the start of the program, and its number.
pub type Key = (Duration, u64);

#[derive(Default)]
pub struct Timers {
    next: u64,
    heap: BinaryHeap<Key>,
    wakers: HashMap<Key, Waker>,
}

impl Timers {
    pub fn insert(&mut self, at: Duration, waker: Waker) -> Key {
        let key = (at, self.next);
        self.next += 1;
        self.heap.push(key);
        self.wakers.insert(key, waker);
        key
    }

    /// A sleep was dropped: its timer has nobody to wake.
    pub fn remove(&mut self, key: Key) {
        self.wakers.remove(&key);
    }

    /// How long the loop may sleep; `None` if there is no timer.
    pub fn timeout(&self, now: Duration) -> Option<Duration> {
        let (at, _) = self.heap.peek()?;
        Some(*at - now)
    }

    /// Wakes those whose time has come.
    pub fn fire(&mut self, now: Duration) {
        let Some(key) = self.heap.peek().copied() else {
            return;
        };
        if key.0 <= now {
            self.heap.pop();
            if let Some(waker) = self.wakers.get(&key) {
                waker.wake_by_ref();
            }
        }
    }
}
