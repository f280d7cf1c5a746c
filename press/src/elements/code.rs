//! Fences on the page: listings, outputs, diagrams, everything else.

use std::collections::HashSet;
use std::ops::Range;

use anyhow::{Context, Result};

use super::Page;
use crate::highlight;
use crate::html::{attribute, escape, escape_code};
use crate::listing::{self, Line, Origin};
use crate::markdown::Fence;

/// For each fence of a chapter the one line of HTML that takes its place.
pub fn render(page: &Page<'_>, fences: Vec<Fence>) -> Result<Vec<(Range<usize>, String)>> {
    let mut edits = Vec::new();
    let mut seen = HashSet::new();
    for fence in fences {
        let (info, origin) = listing::origin(&fence);
        let html = match fence.language() {
            "rust" => listing(page, &fence, &info, origin.as_ref(), &mut seen)
                .with_context(|| format!("the listing `{info}`"))?,
            "mermaid" => diagram(&fence),
            language => match origin {
                Some(origin) => output(page, &fence, &origin),
                None => format!(
                    "<pre tabindex=\"0\"><code{}>{}</code></pre>",
                    attribute("class", &format!("lang-{language}")),
                    escape_code(fence.body.trim_end())
                ),
            },
        };
        // A block of HTML ends at a blank line; the container's prefix stays.
        edits.push((fence.span, html));
    }
    Ok(edits)
}

fn listing(
    page: &Page<'_>,
    fence: &Fence,
    info: &str,
    origin: Option<&Origin>,
    seen: &mut HashSet<String>,
) -> Result<String> {
    let lines = listing::lines(&fence.body);
    let kind = if info.contains("compile_fail") {
        "compile_fail"
    } else if info.contains("should_panic") {
        "panic"
    } else {
        "run"
    };
    // A long program is shown in many parts. The hidden lines stand in the
    // first part only; `theme/js/listing.js` takes them from there.
    let first = origin.is_none_or(|origin| seen.insert(origin.path.clone()));
    let code = code(&lines, first)?;
    let shown_whole = lines.iter().all(|line| !line.hidden);
    let Some(origin) = origin else {
        return Ok(format!("<div class=\"listing\">{code}</div>"));
    };
    let command = match kind {
        "compile_fail" => format!(
            "<span class=\"listing-cmd\">{}</span>",
            escape(page.locale.ui("does_not_compile"))
        ),
        _ => format!(
            "<code class=\"listing-cmd\">cargo run --example {}</code>",
            escape(origin.name())
        ),
    };
    // The record stands in the first part too.
    let ran = match page.runs.recorded(page, origin.name())? {
        Some(ran) if kind != "compile_fail" => Some(if first { ran } else { String::new() }),
        _ => None,
    };
    let tool = |wanted: bool, name: &str, key: &str| match wanted {
        true => format!(
            "<button type=\"button\" data-do=\"{name}\">{}</button>",
            escape(page.locale.ui(key))
        ),
        false => String::new(),
    };
    let above = tool(!shown_whole, "whole", "show_whole") + &tool(true, "copy", "copy");
    let edit = page.runs.playground(origin, &lines);
    let below = tool(ran.is_some(), "run", "run") + &tool(edit, "edit", "edit");
    // Markdown takes a line that begins with an element of ours for text; one
    // that begins with a `div` is HTML to its end.
    Ok(format!(
        "<div class=\"listing-block\"><code-listing{}{}><div class=\"listing-bar\"><span class=\"listing-file\">{}</span>\
         <span class=\"listing-tools\">{above}</span></div>{code}\
         <div class=\"listing-foot\">{command}<span class=\"listing-tools\">{below}</span></div>{}</code-listing></div>",
        attribute("data-name", origin.name()),
        attribute("data-kind", kind),
        escape(&origin.path),
        ran.unwrap_or_default(),
    ))
}

/// A highlighted program without hidden lines.
pub fn program(lines: &[Line]) -> Result<String> {
    code(lines, true)
}

/// Runs of hidden lines stand in `.boring`, without colours since they are
/// all of one; if the first part has them, only their number.
fn code(lines: &[Line], hidden_too: bool) -> Result<String> {
    let source: String = lines
        .iter()
        .map(|line| format!("{}\n", line.text))
        .collect();
    let mut highlighted = highlight::rust_lines(&source)?;
    highlighted.resize(lines.len(), String::new());
    let mut html = String::from("<pre tabindex=\"0\"><code class=\"hljs lang-rust\">");
    let mut at = 0;
    for run in lines.chunk_by(|one, other| one.hidden == other.hidden) {
        let shown = &highlighted[at..at + run.len()];
        at += run.len();
        if !run[0].hidden {
            html.push_str(&shown.join("&#10;"));
            html.push_str("&#10;");
        } else if hidden_too {
            html.push_str("<span class=\"boring\">");
            for line in run {
                html.push_str(&escape(&line.text));
                html.push_str("&#10;");
            }
            html.push_str("</span>");
        } else {
            html.push_str(&format!(
                "<span class=\"boring\"{}></span>",
                attribute("data-lines", &run.len().to_string())
            ));
        }
    }
    html.push_str("</code></pre>");
    Ok(html)
}

fn output(page: &Page<'_>, fence: &Fence, origin: &Origin) -> String {
    let recorded = origin.path.starts_with("listings/output/");
    let message = origin.path.ends_with(".stderr");
    if !recorded && !message {
        return output_block("file", &origin.path, &fence.body);
    }
    let (kind, key) = match (message, recorded) {
        (true, false) => ("error", "output_compiler"),
        (true, true) => ("error", "output_error"),
        _ => ("output", "output"),
    };
    output_block(kind, page.locale.ui(key), &fence.body)
}

/// What something printed, under a label.
pub fn output_block(kind: &str, label: &str, text: &str) -> String {
    format!(
        "<div class=\"output\"{}><p class=\"output-label\">{}</p><pre tabindex=\"0\"><code>{}</code></pre></div>",
        attribute("data-kind", kind),
        escape(label),
        escape_code(text.trim_end()),
    )
}

/// A Mermaid fence: its title is the caption, its description the text for
/// those who cannot see it. The markup is mdbook-mermaid's.
fn diagram(fence: &Fence) -> String {
    let title = mermaid_text(&fence.body, "accTitle").unwrap_or_default();
    let description = mermaid_text(&fence.body, "accDescr").unwrap_or_default();
    format!(
        "<figure class=\"diagram\"><figcaption>{}</figcaption><pre class=\"mermaid\" aria-hidden=\"true\">{}</pre><p class=\"diagram-text\">{}</p></figure>",
        escape(&title),
        escape_code(fence.body.trim_end()),
        escape(&description),
    )
}

/// `accTitle: …`, `accDescr: …` or `accDescr { … }` of a diagram.
pub fn mermaid_text(source: &str, key: &str) -> Option<String> {
    let at = source.find(key)? + key.len();
    let rest = source[at..].trim_start();
    if let Some(rest) = rest.strip_prefix('{') {
        let text = rest.split('}').next()?;
        return Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let text = rest.strip_prefix(':')?.lines().next()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
