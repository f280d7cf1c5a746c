//! `{{#progress}}`: every question and exercise of the book, chapter by
//! chapter. `theme/js/progress.js` marks what the reader has done.

use std::path::Path;

use anyhow::{Result, anyhow};
use mdbook_markdown::pulldown_cmark::{Event, TagEnd};

use super::Page;
use crate::html::{attribute, coded, escape};
use crate::locale::SOURCE;
use crate::markdown::{self, Element};
use crate::project::{Project, read_text};

/// A question or an exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Where it stands on its chapter's page, and by what the reader's
    /// browser knows it: `quiz-what-poll-does`, `exercise-poll_both`.
    pub id: String,
    /// The beginning of its text, code in backquotes.
    pub text: String,
}

/// The questions and exercises of a chapter, in its order.
///
/// # Errors
///
/// When the chapter can't be read.
pub fn items(root: &Path, tag: &str, slug: &str) -> Result<Vec<Item>> {
    let read = |tag| read_text(root, &Project::path(tag, slug)).map_err(|fault| anyhow!("{fault}"));
    let text = match read(tag)? {
        Some(text) => text,
        None => read(SOURCE)?.unwrap_or_default(),
    };
    let elements = markdown::scan(&text).elements;
    let items = elements.iter().filter_map(|element| {
        Some(Item {
            id: id(element)?,
            text: first_sentence(&text[element.inner.clone()]),
        })
    });
    Ok(items.collect())
}

/// The id of an element on the page.
pub fn id(element: &Element) -> Option<String> {
    match element.name.as_str() {
        "poll-quiz" => Some(format!("quiz-{}", element.attr("id")?)),
        "poll-exercise" => Some(format!("exercise-{}", element.attr("name")?)),
        _ => None,
    }
}

/// Without links and emphasis.
fn first_sentence(text: &str) -> String {
    let mut plain = String::new();
    for (event, _) in markdown::events(text) {
        match event {
            // One sentence stands on a line, and the first one is enough.
            Event::End(TagEnd::Paragraph) | Event::SoftBreak | Event::HardBreak => break,
            Event::Text(text) => plain.push_str(&text),
            Event::Code(code) => plain.push_str(&format!("`{code}`")),
            _ => {}
        }
    }
    plain.trim().to_owned()
}

/// The list for the page.
pub fn progress(page: &Page<'_>) -> Result<String> {
    let (mut chapters, mut total) = (String::new(), 0);
    for (slug, title) in page.titles {
        let items = items(page.root, &page.locale.tag, slug)?;
        if items.is_empty() {
            continue;
        }
        total += items.len();
        let href = |fragment: &str| attribute("href", &format!("{slug}.html{fragment}"));
        let mut rows = String::new();
        for Item { id, text } in items {
            let kind = if id.starts_with("exercise-") {
                "exercise"
            } else {
                "quiz"
            };
            rows.push_str(&format!(
                "<li{}><a{}><span class=\"progress-kind\">{}</span> {}</a></li>",
                attribute("data-item", &format!("{slug}#{id}")),
                href(&format!("#{id}")),
                escape(page.locale.ui(kind)),
                coded(&text),
            ));
        }
        chapters.push_str(&format!(
            "<li><a class=\"progress-chapter\"{}>{}</a><ul>{rows}</ul></li>",
            href(""),
            escape(title)
        ));
    }
    // Markdown takes a line that begins with an element of ours for text.
    Ok(format!(
        "<div class=\"progress-block\"><poll-progress>{}<ul class=\"progress-list\">{chapters}</ul></poll-progress></div>\n",
        head(page, total)
    ))
}

/// What the script fills in and acts on. It stands in the page from the start,
/// so that nothing moves when the script comes; without one it is hidden.
fn head(page: &Page<'_>, total: usize) -> String {
    let ui = |key: &str| escape(page.locale.ui(key));
    let done = ui("progress_done")
        .replace("{done}", "0")
        .replace("{total}", &total.to_string());
    let button = |job: &str| {
        format!(
            "<button type=\"button\" class=\"button\"{}>{}</button>",
            attribute("data-do", job),
            ui(&format!("progress_{job}"))
        )
    };
    format!(
        "<div class=\"progress-head\"><p class=\"progress-sum\">{done}</p>\
         <h2 id=\"review\">{}</h2><ul class=\"progress-review\"><li>{}</li></ul>\
         <p class=\"progress-tools\">{} \
         <label class=\"button\"><input type=\"file\" accept=\".json,application/json\" class=\"visually-hidden\"><span>{}</span></label> \
         {}</p><p class=\"progress-said\" role=\"status\"></p></div>",
        ui("progress_review"),
        ui("progress_none"),
        button("export"),
        ui("progress_import"),
        button("reset"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_known_by_its_place_and_shown_by_its_first_sentence() {
        let root = tempfile::tempdir().expect("a folder");
        let chapter = "# A {#a}\n\n<poll-quiz id=\"one\" kind=\"one\" answer=\"x\">\n\nWhat does [`poll`](b.md) do?\nMore.\n\n- [x] X.\n\n</poll-quiz>\n\n<poll-exercise name=\"a_b\">\n\nWrite *it*.\n\n1. Hint.\n\n</poll-exercise>\n";
        std::fs::create_dir_all(root.path().join("src/en")).expect("a folder");
        std::fs::write(root.path().join("src/en/a.md"), chapter).expect("a file");
        // A chapter that is not translated yet.
        let items = items(root.path(), "ru", "a").expect("read");
        let items: Vec<_> = items.iter().map(|item| (&*item.id, &*item.text)).collect();
        assert_eq!(
            items,
            [
                ("quiz-one", "What does `poll` do?"),
                ("exercise-a_b", "Write it.")
            ]
        );
    }
}
