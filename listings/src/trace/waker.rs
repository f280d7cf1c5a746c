//! A waker that stands between a future and its executor and records who keeps it, calls it and
//! lets it go.
//!
//! `std::task::Wake` would be safe, but it shows neither a clone nor a drop, and these two are what
//! a reader of a lost wake-up needs to see: hence the vtable.

use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{RawWaker, RawWakerVTable, Waker};

use super::log::Detail;
use super::recorder;
use super::schema::{LaneKind, StepKind};

/// What all clones of one recorded waker share.
pub(super) struct TracedWaker {
    /// The waker's own lane.
    pub lane: Arc<str>,
    /// The timer that keeps the clones, when the future is known to hand them to one.
    timer: Option<Arc<str>>,
    run: Option<u32>,
    /// The executor's waker, and one clone of it for each clone of this one, so that a program
    /// that counts its clones counts the same while it is recorded.
    targets: Mutex<Vec<Waker>>,
}

impl TracedWaker {
    /// Stands before `waker`. If that is the recorded waker of the enclosing poll, both stand
    /// before the same executor's waker and share its lane: one wake is one step.
    ///
    /// `lane` makes the lane of a waker that does not have one yet.
    pub fn new(
        waker: &Waker,
        lane: impl FnOnce() -> Arc<str>,
        timer: Option<Arc<str>>,
        run: Option<u32>,
    ) -> Self {
        match recorder::enclosing_waker(waker.data()) {
            Some(outer) => {
                let lane = outer.lane.clone();
                Self {
                    lane,
                    timer,
                    run,
                    targets: Mutex::new(vec![outer.target()]),
                }
            }
            None => Self {
                lane: lane(),
                timer,
                run,
                targets: Mutex::new(vec![waker.clone()]),
            },
        }
    }

    /// Whether waking this would wake the same task as `waker`.
    pub fn will_wake(&self, waker: &Waker) -> bool {
        match recorder::enclosing_waker(waker.data()) {
            Some(outer) => self.target().will_wake(&outer.target()),
            None => self.target().will_wake(waker),
        }
    }

    /// A waker for the time of one poll. It is lent: to drop it would not be the future's doing.
    pub fn lend(self: &Arc<Self>) -> ManuallyDrop<Waker> {
        let data = Arc::as_ptr(self).cast();
        // SAFETY: `VTABLE` says what it requires of `data`: a pointer from an `Arc<Self>` that
        // this waker may use. `self` outlives the loan, and because the waker is never dropped,
        // it never gives up a reference that it does not own.
        ManuallyDrop::new(unsafe { Waker::from_raw(RawWaker::new(data, &VTABLE)) })
    }

    fn targets(&self) -> MutexGuard<'_, Vec<Waker>> {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn target(&self) -> Waker {
        self.targets()[0].clone()
    }

    fn cloned(&self) {
        let target = self.target();
        self.targets().push(target);
        recorder::count_clones(self.run, &self.lane, 1);
        let mut by = recorder::current_actor();
        if let Some(timer) = &self.timer {
            recorder::lane(timer, LaneKind::Timer);
            recorder::step(self.run, StepKind::SetTimer, timer, Detail::by(by));
            by = Some(timer.clone());
        }
        recorder::step(self.run, StepKind::CloneWaker, &self.lane, Detail::by(by));
    }

    /// Records a wake; `consumed` tells that the clone is gone with it.
    fn woken(&self, consumed: bool) {
        if consumed {
            self.release();
        }
        let mut by = recorder::current_actor();
        if let Some(timer) = &self.timer {
            recorder::step(self.run, StepKind::FireTimer, timer, Detail::default());
            by = Some(timer.clone());
        }
        recorder::step(self.run, StepKind::Wake, &self.lane, Detail::by(by));
        // Only now: the executor may go on before this call returns.
        self.target().wake();
    }

    fn dropped(&self) {
        self.release();
        let by = recorder::current_actor();
        recorder::step(self.run, StepKind::DropWaker, &self.lane, Detail::by(by));
    }

    fn release(&self) {
        let target = self.targets().pop();
        drop(target);
        recorder::count_clones(self.run, &self.lane, -1);
    }
}

/// `data` is always `Arc::as_ptr` or `Arc::into_raw` of an `Arc<TracedWaker>`; a waker that is
/// dropped or woken by value owns one reference of that `Arc`.
static VTABLE: RawWakerVTable = RawWakerVTable::new(clone, wake, wake_by_ref, drop_waker);

unsafe fn clone(data: *const ()) -> RawWaker {
    let data = data.cast::<TracedWaker>();
    // SAFETY: `data` comes from a living `Arc<TracedWaker>`, see `VTABLE`. The added reference
    // belongs to the new waker.
    unsafe {
        Arc::increment_strong_count(data);
        (*data).cloned();
    }
    RawWaker::new(data.cast(), &VTABLE)
}

unsafe fn wake(data: *const ()) {
    // SAFETY: the waker is consumed and hands its own reference over, see `VTABLE`.
    let waker = unsafe { Arc::from_raw(data.cast::<TracedWaker>()) };
    waker.woken(true);
}

unsafe fn wake_by_ref(data: *const ()) {
    // SAFETY: `data` comes from an `Arc<TracedWaker>` that the borrowed waker keeps alive.
    let waker = unsafe { &*data.cast::<TracedWaker>() };
    waker.woken(false);
}

unsafe fn drop_waker(data: *const ()) {
    // SAFETY: the waker is dropped and hands its own reference over, see `VTABLE`.
    let waker = unsafe { Arc::from_raw(data.cast::<TracedWaker>()) };
    waker.dropped();
}
