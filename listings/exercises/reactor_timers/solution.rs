//! Timers in the order in which they are due, with their wakers; a removed one leaves nothing.

use std::collections::BTreeMap;
use std::task::Waker;
use std::time::Duration;

/// When a timer is due, counted from the start of the program, and its number.
pub type Key = (Duration, u64);

#[derive(Default)]
pub struct Timers {
    next: u64,
    timers: BTreeMap<Key, Waker>,
}

impl Timers {
    pub fn insert(&mut self, at: Duration, waker: Waker) -> Key {
        let key = (at, self.next);
        self.next += 1;
        self.timers.insert(key, waker);
        key
    }

    /// A sleep was dropped: its timer has nobody to wake.
    pub fn remove(&mut self, key: Key) {
        self.timers.remove(&key);
    }

    /// How long the loop may sleep; `None` if there is no timer.
    pub fn timeout(&self, now: Duration) -> Option<Duration> {
        let ((at, _), _) = self.timers.first_key_value()?;
        Some(at.saturating_sub(now))
    }

    /// Wakes those whose time has come.
    pub fn fire(&mut self, now: Duration) {
        while let Some(first) = self.timers.first_entry() {
            if first.key().0 > now {
                return;
            }
            first.remove().wake();
        }
    }
}
