//! Exercises on the page: the task, hints one by one, start and solution.

use anyhow::{Result, ensure};

use super::{Page, code, required};
use crate::html::{attribute, escape};
use crate::listing::{Line, read};
use crate::markdown::{self, Element};

/// `<poll-exercise name="…">` for the page.
pub fn render(page: &Page<'_>, element: &Element, inner: &str) -> Result<String> {
    let name = required(element, "name")?;
    let ui = |key| escape(page.locale.ui(key));
    let (items, lists) = markdown::items(inner);
    let verdict_lists = lists.iter().filter(|list| {
        items
            .iter()
            .any(|item| list.contains(&item.span.start) && item.id.is_some())
    });
    let hint_list = lists.iter().find(|list| {
        items
            .iter()
            .any(|item| list.contains(&item.span.start) && item.ordered)
    });
    let first = verdict_lists.chain(hint_list).map(|list| list.start).min();
    let task = inner[..first.unwrap_or(inner.len())].trim();
    ensure!(
        !task.is_empty(),
        "an exercise needs a task before its lists"
    );
    let mut html = format!(
        "<poll-exercise{}{}>\n<p class=\"exercise-label\">{}</p>\n\n{task}\n\n",
        attribute("id", &format!("exercise-{name}")),
        attribute("data-name", name),
        ui("exercise"),
    );
    for (verb, key) in [("start", "exercise_start"), ("check", "exercise_check")] {
        html.push_str(&format!(
            "<p class=\"exercise-how\">{}</p>\n<pre class=\"cmd\" tabindex=\"0\"><code>cargo run -- exercise {verb} {name}</code></pre>\n",
            ui(key),
        ));
    }
    let hints: Vec<_> = items.iter().filter(|item| item.ordered).collect();
    if !hints.is_empty() {
        html.push_str("<ol class=\"hints\">\n");
        for (n, hint) in hints.iter().enumerate() {
            html.push_str(&format!(
                "<li><details><summary>{} {}</summary>\n\n{}\n\n</details></li>\n",
                ui("hint"),
                n + 1,
                hint.text
            ));
        }
        html.push_str("</ol>\n");
    }
    let verdicts: Vec<_> = items
        .iter()
        .filter(|item| !item.ordered && item.id.is_some())
        .collect();
    if !verdicts.is_empty() {
        html.push_str(&format!(
            "<details class=\"verdicts\"><summary>{}</summary>\n\n",
            ui("verdicts")
        ));
        for verdict in verdicts {
            html.push_str(&format!("- {}\n", verdict.text.replace('\n', "\n  ")));
        }
        html.push_str("\n</details>\n");
    }
    for (file, key) in [("start", "start_code"), ("solution", "solution")] {
        let path = format!("listings/exercises/{name}/{file}.rs");
        let source = read(page.root, &path)?;
        let lines: Vec<_> = source
            .lines()
            .map(|text| Line {
                hidden: false,
                text: text.to_owned(),
            })
            .collect();
        html.push_str(&format!(
            "<details class=\"{file}\"><summary>{}</summary>\n{}\n</details>\n",
            ui(key),
            code::program(&lines)?
        ));
    }
    html.push_str("</poll-exercise>\n");
    Ok(html)
}
