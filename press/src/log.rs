//! mdBook reports faults to its log and goes on; here they are kept instead.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::book;

struct Keep;

impl<S: Subscriber> Layer<S> for Keep {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() <= Level::WARN {
            let mut line = Message::default();
            event.record(&mut line);
            book::note_logged(line.0);
        }
    }
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            let _ = write!(self.0, "{value:?}");
        }
    }
}

/// Keeps mdBook's errors and warnings for [`book::take_logged`].
///
/// May be called more than once; the first call counts.
pub fn install() {
    let _ = tracing_subscriber::registry().with(Keep).try_init();
}
