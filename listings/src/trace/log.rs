//! The steps of one program's runs: numbers them, adds states and logical time, and writes the file
//! after each step, so that a run that ends by `process::exit` or leaves a parked thread behind has
//! still recorded everything.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::time::Instant;

use super::schema::{Lane, LaneKind, SCHEMA, Step, StepKind, Trace, Variant};

/// The name of a line that can be the current one.
pub(super) type Mark = Option<&'static str>;

/// Everything that the process has recorded.
pub(super) struct Log {
    listing: String,
    file: Option<PathBuf>,
    /// The number of the run; things that were made in another one record nothing any more.
    pub run: u32,
    /// The watch ended the run: what still happens is not part of it.
    pub closed: bool,
    variants: Vec<Variant>,
    now: Now,
}

/// How far the run has come.
#[derive(Default)]
struct Now {
    counts: HashMap<(String, StepKind), u32>,
    states: BTreeMap<String, String>,
    /// How many clones of each waker are kept.
    clones: HashMap<String, i32>,
    /// The mark at which each lane last returned from a poll.
    marks: HashMap<Arc<str>, Mark>,
    last_mark: Mark,
    clock: Option<Clock>,
}

struct Clock {
    lane: Arc<str>,
    start: Instant,
    at_ms: u64,
}

/// What a step says beside its lane and kind.
#[derive(Default)]
pub(super) struct Detail {
    pub by: Option<Arc<str>>,
    pub value: Option<String>,
}

impl Detail {
    pub fn by(by: Option<Arc<str>>) -> Self {
        Self { by, value: None }
    }
}

/// Runs are never numbered twice, so that what an earlier one left behind stays silent.
fn next_run() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Log {
    pub fn new(listing: String, file: Option<PathBuf>) -> Self {
        Self {
            listing,
            file,
            run: next_run(),
            closed: false,
            variants: Vec::new(),
            now: Now::default(),
        }
    }

    pub fn into_trace(self) -> Trace {
        Trace {
            schema: SCHEMA,
            listing: self.listing,
            variants: self.variants,
        }
    }

    pub fn start_variant(&mut self, name: &str) {
        self.run = next_run();
        self.closed = false;
        self.now = Now::default();
        self.variants.push(Variant {
            name: name.to_owned(),
            ..Variant::default()
        });
    }

    pub fn start_clock(&mut self, id: &str) {
        self.lane(id, LaneKind::Timer);
        self.now.clock = Some(Clock {
            lane: id.into(),
            start: Instant::now(),
            at_ms: 0,
        });
    }

    pub fn lane(&mut self, id: &str, kind: LaneKind) {
        let lanes = &mut self.current().lanes;
        if !lanes.iter().any(|lane| lane.id == id) {
            let id = id.to_owned();
            lanes.push(Lane { id, kind });
        }
    }

    /// Adds a waker's lane with a name that no other lane has: `name`, `name 2`, `name 3`.
    pub fn new_waker_lane(&mut self, name: &str) -> Arc<str> {
        let lanes = &self.current().lanes;
        let mut id = name.to_owned();
        let mut number = 1;
        while lanes.iter().any(|lane| lane.id == id) {
            number += 1;
            id = format!("{name} {number}");
        }
        self.lane(&id, LaneKind::Waker);
        self.count_clones(&id, 0);
        id.into()
    }

    pub fn set_state(&mut self, lane: &str, text: String) {
        self.now.states.insert(lane.to_owned(), text);
    }

    pub fn count_clones(&mut self, lane: &str, change: i32) {
        let clones = self.now.clones.entry(lane.to_owned()).or_default();
        *clones += change;
        let text = format!("clones = {clones}");
        self.set_state(lane, text);
    }

    pub fn set_mark(&mut self, mark: &'static str) {
        self.now.last_mark = Some(mark);
    }

    /// Where `lane` returned from its last poll.
    pub fn mark_of(&self, lane: &str) -> Mark {
        self.now.marks.get(lane).copied().flatten()
    }

    pub fn keep_mark(&mut self, lane: &Arc<str>, mark: Mark) {
        self.now.marks.insert(lane.clone(), mark);
    }

    /// Whether the last that is known of `lane` is that it went to sleep.
    pub fn parked(&self, lane: &str) -> bool {
        let Some(variant) = self.variants.last() else {
            return false;
        };
        let of_lane = |step: &&Step| step.lane == lane;
        let mut kinds = variant.steps.iter().rev().filter(of_lane).map(|s| s.kind);
        kinds.find(|kind| matches!(kind, StepKind::Park | StepKind::Unpark)) == Some(StepKind::Park)
    }

    pub fn step(&mut self, mark: Mark, kind: StepKind, lane: &str, detail: Detail) {
        let at_ms = self.tick(mark);
        self.push(mark, kind, lane, detail, at_ms);
        self.write();
    }

    /// Adds a step of its own when logical time has moved since the last step.
    pub fn tick(&mut self, mark: Mark) -> Option<u64> {
        let clock = self.now.clock.as_mut()?;
        let now = clock.start.elapsed().as_millis();
        let now = u64::try_from(now).unwrap_or(u64::MAX);
        if now > clock.at_ms {
            clock.at_ms = now;
            let lane = clock.lane.clone();
            let detail = Detail::default();
            self.push(mark, StepKind::Advance, &lane, detail, Some(now));
        }
        Some(now)
    }

    fn push(&mut self, mark: Mark, kind: StepKind, lane: &str, detail: Detail, at_ms: Option<u64>) {
        let count = self.now.counts.entry((lane.to_owned(), kind)).or_default();
        *count += 1;
        let n = *count;
        let mark = mark.or(self.now.last_mark).unwrap_or_default();
        let step = Step {
            key: format!("{lane}.{}.{n}", kind.name()),
            kind,
            lane: lane.to_owned(),
            n,
            mark: mark.to_owned(),
            states: self.now.states.clone(),
            by: detail.by.map(|by| by.to_string()),
            value: detail.value,
            at_ms,
        };
        self.current().steps.push(step);
    }

    fn current(&mut self) -> &mut Variant {
        if self.variants.is_empty() {
            self.variants.push(Variant::default());
        }
        let last = self.variants.len() - 1;
        &mut self.variants[last]
    }

    fn write(&self) {
        let Some(file) = &self.file else { return };
        let trace = Trace {
            schema: SCHEMA,
            listing: self.listing.clone(),
            variants: self.variants.clone(),
        };
        let text = trace.to_text().map_err(std::io::Error::from);
        if let Err(error) = text.and_then(|text| std::fs::write(file, text)) {
            panic!("cannot write the trace to {}: {error}", file.display());
        }
    }
}
