//! Numbers in prose: each is read out of a recorded output.
//!
//! `listings/facts.toml` says where a number stands; the output is recorded
//! from a real run and compared with one by a test, so a fact cannot be wrong
//! without a test that fails.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;
use serde::Deserialize;

use crate::fault::Fault;
use crate::project::read_text;

/// The file that names all facts.
pub const FACTS: &str = "listings/facts.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    output: String,
    pattern: String,
}

/// All facts by `table.name`.
#[derive(Debug, Clone, Default)]
pub struct Facts(pub BTreeMap<String, String>);

impl Facts {
    /// Reads the facts and looks each one up in its output.
    pub fn load(root: &Path) -> Result<Self, Vec<Fault>> {
        let text = text(root)?;
        let (mut facts, mut faults) = (BTreeMap::new(), Vec::new());
        for (key, number) in looked_up(&text, &|output| read_text(root, output))? {
            match number {
                Ok(number) => {
                    facts.insert(key, number);
                }
                Err(message) => {
                    let name = key.rsplit('.').next().unwrap_or_default();
                    let at = text.find(&format!("{name} =")).unwrap_or_default();
                    faults.push(Fault::at(
                        FACTS,
                        &text,
                        at..text.len(),
                        "broken-fact",
                        format!("{key}: {message}"),
                        "name a recorded output and a pattern with one group that is in it",
                    ));
                }
            }
        }
        if faults.is_empty() {
            Ok(Self(facts))
        } else {
            Err(faults)
        }
    }
}

/// The text of the file that names all facts.
pub fn text(root: &Path) -> Result<String, Vec<Fault>> {
    let text = read_text(root, Path::new(FACTS)).map_err(|fault| vec![fault])?;
    Ok(text.unwrap_or_default())
}

/// What reads a recorded output, which may not be there.
pub type Outputs<'a> = dyn Fn(&Path) -> Result<Option<String>, Fault> + 'a;

/// Each fact by `table.name`: its number, or why there is none.
///
/// # Errors
///
/// When `text` is not one of facts.
pub fn looked_up(
    text: &str,
    outputs: &Outputs<'_>,
) -> Result<BTreeMap<String, Result<String, String>>, Vec<Fault>> {
    let sources: BTreeMap<String, BTreeMap<String, Source>> =
        toml::from_str(text).map_err(|error| {
            vec![Fault::at(
                FACTS,
                text,
                error.span().unwrap_or_default(),
                "malformed-facts",
                error.message().to_owned(),
                "write `name = { output = \"…\", pattern = '…' }` under a `[chapter]` table",
            )]
        })?;
    let mut facts = BTreeMap::new();
    for (table, entries) in sources {
        for (name, source) in entries {
            facts.insert(format!("{table}.{name}"), find(&source, outputs));
        }
    }
    Ok(facts)
}

fn find(source: &Source, outputs: &Outputs<'_>) -> Result<String, String> {
    let path = Path::new("listings/output").join(format!("{}.txt", source.output));
    let output = outputs(&path)
        .map_err(|fault| fault.message)?
        .ok_or_else(|| format!("there is no {}", path.display()))?;
    let pattern = Regex::new(&source.pattern).map_err(|error| error.to_string())?;
    pattern
        .captures(&output)
        .and_then(|found| found.get(1))
        .map(|group| group.as_str().to_owned())
        .ok_or_else(|| {
            format!(
                "the pattern `{}` finds nothing in {}",
                source.pattern,
                path.display()
            )
        })
}
