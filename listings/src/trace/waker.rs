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
    /// One clone of the executor's waker for each clone of this one, and one for the poll in
    /// progress, so that a program that counts its clones counts the same while it is recorded.
    targets: Mutex<Vec<Waker>>,
}

/// The executor's waker behind `waker`. If that is the recorded waker of the enclosing poll, its
/// lane comes too: both stand before the same waker, and one wake is one step.
pub(super) fn executors_waker(waker: &Waker) -> (Waker, Option<Arc<str>>) {
    let outer = recorder::enclosing_waker(waker.data());
    match outer.and_then(|outer| Some((outer.target()?, outer.lane.clone()))) {
        Some((target, lane)) => (target, Some(lane)),
        None => (waker.clone(), None),
    }
}

/// A recorded waker for the time of one poll.
pub(super) struct Loan {
    /// Never dropped: that would be recorded as the future's doing.
    pub waker: ManuallyDrop<Waker>,
    traced: Arc<TracedWaker>,
}

impl Drop for Loan {
    fn drop(&mut self) {
        drop(self.traced.release());
    }
}

impl TracedWaker {
    pub fn new(lane: Arc<str>, timer: Option<Arc<str>>, run: Option<u32>) -> Self {
        let targets = Mutex::default();
        Self {
            lane,
            timer,
            run,
            targets,
        }
    }

    /// Whether waking this wakes the same task as the executor's waker `target`.
    pub fn will_wake(&self, target: &Waker) -> bool {
        self.targets()
            .first()
            .is_some_and(|own| own.will_wake(target))
    }

    /// Stands before `target` for one poll.
    pub fn lend(self: Arc<Self>, target: Waker) -> Loan {
        self.targets().push(target);
        let data = Arc::as_ptr(&self).cast();
        // SAFETY: `VTABLE` says what it requires of `data`: a pointer from an `Arc<Self>` that
        // this waker may use. The loan keeps that `Arc`, and because the waker is never dropped,
        // it never gives up a reference that it does not own.
        let waker = ManuallyDrop::new(unsafe { Waker::from_raw(RawWaker::new(data, &VTABLE)) });
        Loan {
            waker,
            traced: self,
        }
    }

    fn targets(&self) -> MutexGuard<'_, Vec<Waker>> {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn target(&self) -> Option<Waker> {
        self.targets().first().cloned()
    }

    /// Takes out the target that stood for one clone. It is dropped by the caller, without the
    /// lock: to drop a waker can run any code.
    fn release(&self) -> Option<Waker> {
        self.targets().pop()
    }

    fn cloned(&self) {
        let target = self.target();
        self.targets().extend(target);
        let mut by = recorder::current_actor();
        if let Some(timer) = &self.timer {
            recorder::lane(timer, LaneKind::Timer);
            recorder::step(self.run, StepKind::SetTimer, timer, Detail::by(by));
            by = Some(timer.clone());
        }
        recorder::waker_step(self.run, StepKind::CloneWaker, &self.lane, by, 1);
    }

    /// Records a wake; `change` is -1 if the clone is consumed.
    fn woken(&self, change: i32) {
        let mut by = recorder::current_actor();
        if let Some(timer) = &self.timer {
            recorder::step(self.run, StepKind::FireTimer, timer, Detail::default());
            by = Some(timer.clone());
        }
        recorder::waker_step(self.run, StepKind::Wake, &self.lane, by, change);
    }

    fn dropped(&self) {
        let by = self.timer.clone().or_else(recorder::current_actor);
        recorder::waker_step(self.run, StepKind::DropWaker, &self.lane, by, -1);
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
    // First the record: the executor may go on before `wake` returns.
    waker.woken(-1);
    if let Some(target) = waker.release() {
        target.wake();
    }
}

unsafe fn wake_by_ref(data: *const ()) {
    // SAFETY: `data` comes from an `Arc<TracedWaker>` that the borrowed waker keeps alive.
    let waker = unsafe { &*data.cast::<TracedWaker>() };
    waker.woken(0);
    if let Some(target) = waker.target() {
        target.wake();
    }
}

unsafe fn drop_waker(data: *const ()) {
    // SAFETY: the waker is dropped and hands its own reference over, see `VTABLE`.
    let waker = unsafe { Arc::from_raw(data.cast::<TracedWaker>()) };
    waker.dropped();
    drop(waker.release());
}
