//! mdBook reports faults to its log and goes on; here they are kept instead.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use crate::book;

struct Keep;

impl<S: Subscriber> Layer<S> for Keep {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = Message::default();
        event.record(&mut line);
        book::note_logged(line.0);
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
/// May be called more than once; the first call counts. What other crates say
/// through `log` stays unheard: the HTML parser has a line for each character.
pub fn install() {
    let registry = tracing_subscriber::registry();
    let _ = tracing::subscriber::set_global_default(registry.with(Keep).with(LevelFilter::WARN));
}
