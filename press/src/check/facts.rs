//! Facts: every number in prose is named in `facts.toml`, and every name is used.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::sources::Sources;
use super::uses::Uses;
use crate::facts::{FACTS, Facts};
use crate::fault::{Fault, Faults};
use crate::project::read_text;

#[derive(Deserialize)]
struct Source {
    output: String,
}

type Tables = BTreeMap<String, BTreeMap<Spanned<String>, Source>>;

/// The facts as they are written, found or not.
#[derive(Default)]
pub struct FactSources {
    text: String,
    /// By `table.name`; `None` if the file cannot be read.
    pub known: Option<BTreeMap<String, FactSource>>,
}

/// One line of `facts.toml`.
pub struct FactSource {
    /// The output that it is read out of.
    pub output: String,
    /// Where its name stands.
    span: Range<usize>,
}

impl FactSources {
    /// Reads the names; what is wrong with the file is [`Facts`]' to say.
    pub fn read(root: &Path) -> Self {
        let Ok(text) = read_text(root, Path::new(FACTS)) else {
            return Self::default();
        };
        let text = text.unwrap_or_default();
        let known = toml::from_str::<Tables>(&text).ok().map(flat);
        Self { text, known }
    }
}

fn flat(tables: Tables) -> BTreeMap<String, FactSource> {
    let mut facts = BTreeMap::new();
    for (table, entries) in tables {
        for (name, source) in entries {
            let fact = FactSource {
                output: source.output,
                span: name.span(),
            };
            facts.insert(format!("{table}.{}", name.get_ref()), fact);
        }
    }
    facts
}

/// Unknown, broken and unused facts.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    if let Err(broken) = Facts::load(&sources.project.root) {
        faults.0.extend(broken);
    }
    let Some(known) = &sources.facts.known else {
        return;
    };
    for (_, chapter) in sources.chapters() {
        for directive in &chapter.doc.directives {
            let closed = chapter.text[directive.span.clone()].ends_with("}}");
            if directive.name == "fact" && closed && !known.contains_key(&directive.argument) {
                faults.push(chapter.fault(
                    &directive.span,
                    "unknown-fact",
                    format!("{FACTS} has no fact `{}`", directive.argument),
                    "copy the name from the English chapter, or add the fact to listings/facts.toml",
                ));
            }
        }
    }
    let uses = Uses::of(sources);
    for (name, fact) in known {
        if !uses.facts.contains(name.as_str()) {
            faults.push(Fault::at(
                FACTS,
                &sources.facts.text,
                fact.span.clone(),
                "unused-fact",
                format!("no English chapter uses the fact `{name}`"),
                format!("write {{{{#fact {name}}}}} where the number belongs, or remove the line"),
            ));
        }
    }
}
