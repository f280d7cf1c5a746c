//! Traces on the page: a recorded run, its program, and a table of its steps.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::Page;
use crate::highlight;
use crate::html::{attribute, escape};
use crate::listing::{marks, read, shown};
use crate::markdown;

/// The version of the files that this press reads.
pub const SCHEMA: u32 = 1;

/// A file of `listings/traces/`: the runs of one program.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// See [`SCHEMA`].
    pub schema: u32,
    /// The program: `listings/examples/<listing>.rs`.
    pub listing: String,
    /// At least one run.
    pub variants: Vec<Variant>,
}

/// One run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What distinguishes it, as code; empty if there is one only.
    pub name: String,
    /// Who takes part.
    pub lanes: Vec<Lane>,
    /// What happened, in order.
    pub steps: Vec<Step>,
}

/// A participant.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// Its name in the program.
    pub id: String,
    /// executor, future, task, waker, timer, channel or token.
    pub kind: String,
    /// The kind in the reader's language; press fills it in.
    #[serde(default)]
    pub label: String,
}

/// An event.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// `lane.kind.ordinal`, unique in its variant.
    pub key: String,
    /// What happened; its sentence stands in `locale.toml`.
    pub kind: String,
    /// To whom.
    pub lane: String,
    /// The how-manieth of its kind in its lane.
    pub n: u32,
    /// The mark whose next shown line was current.
    #[serde(skip_serializing)]
    pub mark: Option<String>,
    /// The state of each lane that has one, after the step.
    #[serde(default)]
    pub states: BTreeMap<String, String>,
    /// The other lane that took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// A value that appeared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Logical time since the start, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<u64>,
    /// The current line of the shown program; press fills it in.
    #[serde(default)]
    pub line: usize,
    /// The step in one sentence; press fills it in.
    #[serde(default)]
    pub text: String,
}

/// Reads a trace.
pub fn load(root: &Path, name: &str) -> Result<Trace> {
    let text = read(root, format!("listings/traces/{name}.json"))?;
    let trace: Trace =
        serde_json::from_str(&text).with_context(|| format!("listings/traces/{name}.json"))?;
    ensure!(
        trace.schema == SCHEMA,
        "listings/traces/{name}.json has schema {}, this press reads {SCHEMA}",
        trace.schema
    );
    Ok(trace)
}

/// Replaces each `{{#trace name}}` by its element.
pub fn render(page: &Page<'_>, text: &str) -> Result<String> {
    let mut edits = Vec::new();
    for directive in markdown::directives(text) {
        if directive.name == "trace" {
            let html = element(page, &directive.argument)
                .with_context(|| format!("the trace `{}`", directive.argument))?;
            edits.push((directive.span, html));
        }
    }
    Ok(markdown::edit(text, edits))
}

fn element(page: &Page<'_>, name: &str) -> Result<String> {
    let mut trace = load(page.root, name)?;
    let source = read(page.root, format!("listings/examples/{}.rs", trace.listing))?;
    let marks: BTreeMap<String, usize> = marks(&source).into_iter().collect();
    for variant in &mut trace.variants {
        complete(page, variant, &marks)?;
    }
    let data = serde_json::json!({ "name": name, "variants": trace.variants });
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let mut html = format!(
        "<poll-trace{}{}>\n<script type=\"application/json\" class=\"trace-data\">{data}</script>\n<div class=\"trace-program\">{}</div>\n<div class=\"trace-plain\" tabindex=\"0\">",
        attribute("data-name", name),
        room(&trace),
        program(&shown(&source))?,
    );
    for variant in &trace.variants {
        html.push_str(&table(page, variant));
    }
    html.push_str("</div>\n</poll-trace>");
    Ok(html)
}

/// What the style needs to know to keep the room that the script will fill.
fn room(trace: &Trace) -> String {
    let lanes = trace
        .variants
        .iter()
        .map(|variant| variant.lanes.len())
        .max();
    let mut html = attribute("data-lanes", &lanes.unwrap_or_default().to_string());
    if trace.variants.len() > 1 {
        html.push_str(&attribute(
            "data-variants",
            &trace.variants.len().to_string(),
        ));
    }
    html
}

/// Fills in what depends on the page: labels, lines, sentences.
fn complete(page: &Page<'_>, variant: &mut Variant, marks: &BTreeMap<String, usize>) -> Result<()> {
    // A lane to which nothing happens tells the reader nothing.
    let steps = &variant.steps;
    variant.lanes.retain(|lane| {
        steps.iter().any(|step| {
            step.lane == lane.id
                || step.by.as_ref() == Some(&lane.id)
                || step.states.contains_key(&lane.id)
        })
    });
    for lane in &mut variant.lanes {
        let key = format!("lane_{}", lane.kind);
        page.locale
            .string("trace", &key)
            .clone_into(&mut lane.label);
    }
    let mut line = 0;
    for step in &mut variant.steps {
        if let Some(mark) = &step.mark {
            line = *marks
                .get(mark)
                .with_context(|| format!("the program has no mark `{mark}`"))?;
        }
        step.line = line;
        step.text = sentence(page, step);
    }
    Ok(())
}

/// The step's sentence: the most exact one that `locale.toml` has for its
/// parts (`wake_by`, `ready_value`).
fn sentence(page: &Page<'_>, step: &Step) -> String {
    let by = step.by.as_ref().map(|_| "_by").unwrap_or_default();
    let value = step.value.as_ref().map(|_| "_value").unwrap_or_default();
    let kind = &step.kind;
    let keys = [
        format!("{kind}{by}{value}"),
        format!("{kind}{by}"),
        format!("{kind}{value}"),
        kind.clone(),
    ];
    let text = keys
        .iter()
        .find_map(|key| Some(page.locale.string("trace", key)).filter(|text| text != key))
        .unwrap_or(kind);
    text.replace("{lane}", &step.lane)
        .replace("{n}", &page.locale.number(&step.n.to_string()))
        .replace("{by}", step.by.as_deref().unwrap_or_default())
        .replace("{value}", step.value.as_deref().unwrap_or_default())
        .replace(
            "{at}",
            &page
                .locale
                .number(&step.at_ms.unwrap_or_default().to_string()),
        )
}

fn program(source: &str) -> Result<String> {
    let mut html = String::from("<pre tabindex=\"0\"><code class=\"hljs lang-rust\">");
    for (n, line) in highlight::rust_lines(source)?.iter().enumerate() {
        html.push_str(&format!(
            "<span class=\"line\" data-line=\"{}\">{line}&#10;</span>",
            n + 1
        ));
    }
    html.push_str("</code></pre>");
    Ok(html)
}

fn table(page: &Page<'_>, variant: &Variant) -> String {
    let ui = |key| escape(page.locale.ui(key));
    let caption = match variant.name.as_str() {
        "" => ui("trace_table"),
        name => format!("{}: <code>{}</code>", ui("trace_table"), escape(name)),
    };
    let mut html = format!(
        "<table><caption>{caption}</caption><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>",
        ui("trace_number"),
        ui("trace_line"),
        ui("trace_event"),
        ui("trace_states"),
    );
    for (n, step) in variant.steps.iter().enumerate() {
        let states: Vec<String> = step
            .states
            .iter()
            .map(|(lane, state)| format!("<code>{}: {}</code>", escape(lane), escape(state)))
            .collect();
        let line = if step.line == 0 {
            String::new()
        } else {
            step.line.to_string()
        };
        html.push_str(&format!(
            "<tr><td>{}</td><td>{line}</td><td>{}</td><td>{}</td></tr>",
            n + 1,
            escape(&step.text),
            states.join(" ")
        ));
    }
    html.push_str("</tbody></table>");
    html
}
