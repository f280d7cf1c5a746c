//! Fences on the page: listings, outputs, diagrams, everything else.

use std::collections::HashSet;
use std::ops::Range;

use anyhow::{Context, Result};

use super::Page;
use crate::highlight;
use crate::html::{attribute, escape, escape_code};
use crate::listing::{self, Line, Origin};
use crate::markdown::{self, Fence};

/// Turns every fence of a chapter into one line of HTML.
pub fn render(page: &Page<'_>, text: &str) -> Result<String> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut coloured = HashSet::new();
    for fence in markdown::scan(text).fences {
        let (info, origin) = listing::origin(&fence);
        let html = match fence.language() {
            "rust" => listing(page, &fence, &info, origin.as_ref(), &mut coloured)
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
    Ok(markdown::edit(text, edits))
}

fn listing(
    page: &Page<'_>,
    fence: &Fence,
    info: &str,
    origin: Option<&Origin>,
    coloured: &mut HashSet<String>,
) -> Result<String> {
    let lines = listing::lines(&fence.body);
    let kind = if info.contains("compile_fail") {
        "compile_fail"
    } else if info.contains("should_panic") {
        "panic"
    } else {
        "run"
    };
    // A long program is shown in many parts, and each part carries all of it.
    // The colours of the hidden lines stand in the first part only;
    // `theme/js/listing.js` takes them from there when lines are unfolded.
    let first = origin.is_none_or(|origin| coloured.insert(origin.path.clone()));
    let code = if first {
        program(&lines)?
    } else {
        part(&lines)?
    };
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
    // Markdown takes a line that begins with an element of ours for text; one
    // that begins with a `div` is HTML to its end.
    Ok(format!(
        "<div class=\"listing-block\"><code-listing{}{}><div class=\"listing-bar\"><span class=\"listing-file\">{}</span></div>{code}{command}</code-listing></div>",
        attribute("data-name", origin.name()),
        attribute("data-kind", kind),
        escape(&origin.path),
    ))
}

/// A highlighted program: runs of hidden lines stand in `.boring`.
pub fn program(lines: &[Line]) -> Result<String> {
    Ok(code(lines, highlighted(lines)?))
}

/// The same with plain hidden lines.
fn part(lines: &[Line]) -> Result<String> {
    let mut html = highlighted(lines)?;
    for (line, html) in lines.iter().zip(&mut html) {
        if line.hidden {
            *html = escape(&line.text);
        }
    }
    Ok(code(lines, html))
}

fn highlighted(lines: &[Line]) -> Result<Vec<String>> {
    let source: String = lines
        .iter()
        .map(|line| format!("{}\n", line.text))
        .collect();
    let mut highlighted = highlight::rust_lines(&source)?;
    highlighted.resize(lines.len(), String::new());
    Ok(highlighted)
}

fn code(lines: &[Line], highlighted: Vec<String>) -> String {
    let mut html = String::from("<pre tabindex=\"0\"><code class=\"hljs lang-rust\">");
    let mut hidden = false;
    for (line, code) in lines.iter().zip(highlighted) {
        if line.hidden != hidden {
            html.push_str(if line.hidden {
                "<span class=\"boring\">"
            } else {
                "</span>"
            });
            hidden = line.hidden;
        }
        html.push_str(&code);
        html.push_str("&#10;");
    }
    if hidden {
        html.push_str("</span>");
    }
    html.push_str("</code></pre>");
    html
}

fn output(page: &Page<'_>, fence: &Fence, origin: &Origin) -> String {
    let body = escape_code(fence.body.trim_end());
    let recorded = origin.path.starts_with("listings/output/");
    let message = origin.path.ends_with(".stderr");
    if !recorded && !message {
        return format!(
            "<div class=\"output\" data-kind=\"file\"><p class=\"output-label\">{}</p><pre tabindex=\"0\"><code>{body}</code></pre></div>",
            escape(&origin.path)
        );
    }
    let (kind, key) = match (message, recorded) {
        (true, false) => ("error", "output_compiler"),
        (true, true) => ("error", "output_error"),
        _ => ("output", "output"),
    };
    format!(
        "<div class=\"output\" data-kind=\"{kind}\"><p class=\"output-label\">{}</p><pre tabindex=\"0\"><code>{body}</code></pre></div>",
        escape(page.locale.ui(key))
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
