//! The form of a trace file, for the recorder that writes it and for the press that reads it.
//!
//! One step stands on one line, so that a diff of a re-recorded trace shows the steps that changed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// The number that a file of this form carries in `schema`.
pub const SCHEMA: u32 = 1;

/// Everything that one traced listing recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The form's number: [`SCHEMA`].
    pub schema: u32,
    /// The name of the listing, the stem of its file.
    pub listing: String,
    /// The runs that one program made, at least one.
    pub variants: Vec<Variant>,
}

/// One run of a traced program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// What sets this run apart, as code; empty when there is only one.
    pub name: String,
    /// Who takes part, in the order in which they appeared.
    pub lanes: Vec<Lane>,
    /// What happened, in order.
    pub steps: Vec<Step>,
}

/// One participant of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lane {
    /// Its name in the program.
    pub id: String,
    /// What it is.
    pub kind: LaneKind,
}

/// What a lane stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LaneKind {
    /// Polls futures.
    Executor,
    /// A future that a task is built of.
    Future,
    /// A future that was spawned.
    Task,
    /// A waker with all its clones.
    Waker,
    /// A clock, or a thread that sleeps.
    Timer,
    /// A queue between tasks.
    Channel,
    /// What tasks are asked through to stop.
    Token,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// `lane.kind.n`, unique in its variant.
    pub key: String,
    /// What happened.
    pub kind: StepKind,
    /// To whom.
    pub lane: String,
    /// How often this has happened to this lane, from 1.
    pub n: u32,
    /// The mark whose next shown line is the current one.
    pub mark: String,
    /// The state of each lane after the step, as code.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub states: BTreeMap<String, String>,
    /// The other lane, when one acted on this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The value that a future was ready with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Milliseconds of logical time since the clock was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<u64>,
}

/// What can happen. Each kind has a sentence in every locale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// A future was made; nothing of it has run.
    Create,
    /// A future is polled.
    Poll,
    /// The poll returned `Pending`.
    Pending,
    /// The poll returned `Ready`.
    Ready,
    /// Somebody keeps a waker.
    CloneWaker,
    /// A waker was called.
    Wake,
    /// A kept waker was let go without being called.
    DropWaker,
    /// An executor goes to sleep.
    Park,
    /// An executor goes on after a sleep.
    Unpark,
    /// A task was handed to an executor.
    Spawn,
    /// A task is complete.
    Finish,
    /// A future was dropped before it was ready: cancelled.
    Drop,
    /// A token was cancelled.
    Cancel,
    /// A timer keeps a waker until its deadline.
    SetTimer,
    /// A timer's deadline has come.
    FireTimer,
    /// Logical time moved on.
    Advance,
    /// A channel has no room: the sender waits.
    Full,
    /// A channel has room again: the sender goes on.
    Resume,
    /// An executor sleeps and nobody can wake it: the watch ended the run.
    Stuck,
    /// A poll panicked.
    Panic,
}

impl StepKind {
    /// The kind as it stands in a trace file and in a step's key.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Poll => "poll",
            Self::Pending => "pending",
            Self::Ready => "ready",
            Self::CloneWaker => "clone_waker",
            Self::Wake => "wake",
            Self::DropWaker => "drop_waker",
            Self::Park => "park",
            Self::Unpark => "unpark",
            Self::Spawn => "spawn",
            Self::Finish => "finish",
            Self::Drop => "drop",
            Self::Cancel => "cancel",
            Self::SetTimer => "set_timer",
            Self::FireTimer => "fire_timer",
            Self::Advance => "advance",
            Self::Full => "full",
            Self::Resume => "resume",
            Self::Stuck => "stuck",
            Self::Panic => "panic",
        }
    }
}

impl Trace {
    /// The text of the trace file.
    pub fn to_text(&self) -> serde_json::Result<String> {
        let mut text = String::new();
        let listing = serde_json::to_string(&self.listing)?;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{{");
        let _ = writeln!(text, "  \"schema\": {},", self.schema);
        let _ = writeln!(text, "  \"listing\": {listing},");
        let _ = writeln!(text, "  \"variants\": [");
        for (i, variant) in self.variants.iter().enumerate() {
            let _ = writeln!(text, "    {{");
            let name = serde_json::to_string(&variant.name)?;
            let _ = writeln!(text, "      \"name\": {name},");
            rows(&mut text, "lanes", &variant.lanes, ",")?;
            rows(&mut text, "steps", &variant.steps, "")?;
            let comma = if i + 1 < self.variants.len() { "," } else { "" };
            let _ = writeln!(text, "    }}{comma}");
        }
        text.push_str("  ]\n}\n");
        Ok(text)
    }
}

fn rows<T: Serialize>(
    text: &mut String,
    name: &str,
    rows: &[T],
    comma: &str,
) -> serde_json::Result<()> {
    let _ = writeln!(text, "      \"{name}\": [");
    for (i, row) in rows.iter().enumerate() {
        let row = serde_json::to_string(row)?;
        let comma = if i + 1 < rows.len() { "," } else { "" };
        let _ = writeln!(text, "        {row}{comma}");
    }
    let _ = writeln!(text, "      ]{comma}");
    Ok(())
}
