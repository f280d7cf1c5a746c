//! Which program is recorded, and where each of its threads stands: the calls of a traced listing
//! find their log here.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};

use super::log::{Detail, Log, Mark};
use super::schema::{LaneKind, StepKind, Trace};
use super::waker::TracedWaker;

static INIT: Once = Once::new();
static ON: AtomicBool = AtomicBool::new(false);
static LOG: Mutex<Option<Log>> = Mutex::new(None);
static STEPPED: Condvar = Condvar::new();

thread_local! {
    static PLACE: RefCell<Place> = RefCell::default();
}

/// Where the thread stands in the program.
#[derive(Default)]
struct Place {
    /// The run to which the thread belongs, once it has taken part in one.
    run: Option<u32>,
    /// The lane that acts while no traced future is being polled.
    actor: Option<Arc<str>>,
    mark: Mark,
    /// The traced polls in progress, the innermost last.
    polls: Vec<Poll>,
}

struct Poll {
    lane: Arc<str>,
    mark: Mark,
    waker: Arc<TracedWaker>,
}

impl Place {
    fn mark(&self) -> Mark {
        self.polls.last().map_or(self.mark, |poll| poll.mark)
    }

    /// Who acts: the traced future that is being polled, else the thread's own lane.
    fn actor(&self) -> Option<Arc<str>> {
        let polled = self.polls.last().map(|poll| &poll.lane);
        polled.or(self.actor.as_ref()).cloned()
    }
}

/// Whether this process records.
pub(super) fn on() -> bool {
    INIT.call_once(|| {
        if let Some(file) = std::env::var_os("POLL_BY_POLL_TRACE") {
            let exe = std::env::current_exe().unwrap_or_default();
            let listing = exe.file_stem().unwrap_or_default().to_string_lossy();
            *lock() = Some(Log::new(listing.into_owned(), Some(file.into())));
            ON.store(true, Ordering::Relaxed);
        }
    });
    ON.load(Ordering::Relaxed)
}

/// Records what `program` does and returns it, for tests of traced code.
///
/// One capture at a time: a second one waits.
pub fn capture(program: impl FnOnce()) -> Trace {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    INIT.call_once(|| ());
    let log = Log::new("capture".to_owned(), None);
    PLACE.set(Place {
        run: Some(log.run),
        ..Place::default()
    });
    *lock() = Some(log);
    ON.store(true, Ordering::Relaxed);
    program();
    ON.store(false, Ordering::Relaxed);
    let log = lock().take();
    log.unwrap_or_else(|| Log::new(String::new(), None))
        .into_trace()
}

fn lock() -> MutexGuard<'static, Option<Log>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `f` on the log if this process records and the thread is part of the current run.
fn with<R>(f: impl FnOnce(&mut Log, &mut Place) -> R) -> Option<R> {
    if !on() {
        return None;
    }
    let mut guard = lock();
    let log = guard.as_mut()?;
    let result = PLACE.try_with(|place| {
        let mut place = place.borrow_mut();
        let run = *place.run.get_or_insert(log.run);
        (run == log.run && !log.closed).then(|| f(log, &mut place))
    });
    drop(guard);
    STEPPED.notify_all();
    // `Err`: the thread ends, and so do its steps.
    result.ok().flatten()
}

/// The same for a thing that belongs to `run`.
fn in_run<R>(run: Option<u32>, f: impl FnOnce(&mut Log, &mut Place) -> R) -> Option<R> {
    with(|log, place| (run == Some(log.run)).then(|| f(log, place))).flatten()
}

/// The run that is being recorded, to be kept by what belongs to it.
pub(super) fn run() -> Option<u32> {
    with(|log, _| log.run)
}

pub(super) fn variant(name: &str) {
    if let Some(log) = lock().as_mut() {
        log.start_variant(name);
        let run = Some(log.run);
        PLACE.set(Place {
            run,
            ..Place::default()
        });
    }
}

pub(super) fn mark(name: &'static str) {
    with(|log, place| {
        log.set_mark(name);
        match place.polls.last_mut() {
            Some(poll) => poll.mark = Some(name),
            None => place.mark = Some(name),
        }
    });
}

pub(super) fn set_state(lane: &str, text: String) {
    with(|log, _| log.set_state(lane, text));
}

pub(super) fn lane(id: &str, kind: LaneKind) {
    with(|log, _| log.lane(id, kind));
}

/// Adds a lane and says that this thread is it.
pub(super) fn actor(id: &str, kind: LaneKind) {
    with(|log, place| {
        log.lane(id, kind);
        place.actor = Some(id.into());
    });
}

pub(super) fn clock(id: &str) {
    with(|log, _| log.start_clock(id));
}

/// Records a step that is not a future's or a waker's.
pub(super) fn event(kind: StepKind, lane: &str) {
    with(|log, place| {
        let by = place.actor().filter(|by| **by != *lane);
        log.step(place.mark(), kind, lane, Detail::by(by));
    });
}

/// Records a step of a thing that belongs to `run`.
pub(super) fn step(run: Option<u32>, kind: StepKind, lane: &str, detail: Detail) {
    in_run(run, |log, place| log.step(place.mark(), kind, lane, detail));
}

/// Records a step of a waker after which `change` more of its clones are kept.
pub(super) fn waker_step(
    run: Option<u32>,
    kind: StepKind,
    lane: &str,
    by: Option<Arc<str>>,
    change: i32,
) {
    in_run(run, |log, place| {
        let mark = place.mark();
        log.tick(mark);
        log.count_clones(lane, change);
        log.step(mark, kind, lane, Detail::by(by));
    });
}

/// Ends the run: its executor sleeps and nobody is left to wake it.
pub(super) fn stuck(lane: &str) {
    with(|log, place| {
        assert!(
            log.parked(lane),
            "the watch found `{lane}` running, not parked"
        );
        log.step(place.mark(), StepKind::Stuck, lane, Detail::default());
        log.closed = true;
    });
}

/// Blocks the thread until `lane` is parked.
pub(super) fn wait_for_park(lane: &str) {
    if !on() {
        return;
    }
    let mut guard = lock();
    while guard.as_ref().is_some_and(|log| !log.parked(lane)) {
        guard = STEPPED.wait(guard).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Who acts now on this thread.
pub(super) fn current_actor() -> Option<Arc<str>> {
    with(|_, place| place.actor()).flatten()
}

/// Enters a poll of `lane`; [`leave`] ends it.
pub(super) fn enter(run: Option<u32>, lane: &Arc<str>, waker: Arc<TracedWaker>) {
    in_run(run, |log, place| {
        let here = place.mark();
        log.step(here, StepKind::Poll, lane, Detail::by(place.actor()));
        let lane = lane.clone();
        let mark = log.mark_of(&lane).or(here);
        place.polls.push(Poll { lane, mark, waker });
    });
}

/// Records how a poll of `lane` ended and leaves it.
pub(super) fn leave(run: Option<u32>, kind: StepKind, lane: &Arc<str>, value: Option<String>) {
    let ended = in_run(run, |log, place| {
        log.step(place.mark(), kind, lane, Detail { by: None, value });
        let ended = place.polls.pop();
        log.keep_mark(lane, ended.as_ref().and_then(|poll| poll.mark));
        ended
    });
    // Its waker is let go only here, without the lock.
    drop(ended);
}

/// The waker of the traced poll in progress, if `data` is that waker's data.
pub(super) fn enclosing_waker(data: *const ()) -> Option<Arc<TracedWaker>> {
    with(|_, place| {
        let waker = &place.polls.last()?.waker;
        std::ptr::eq(Arc::as_ptr(waker).cast(), data).then(|| waker.clone())
    })
    .flatten()
}

pub(super) fn new_waker_lane(name: &str) -> Arc<str> {
    with(|log, _| log.new_waker_lane(name)).unwrap_or_else(|| name.into())
}
