//! The card under a chapter's title: what for, when, after what, how long.

use anyhow::{Context, Result};

use super::{Page, required};
use crate::html::{attribute, escape};
use crate::markdown::{self, Element};

/// How the rendered card ends; the contents follow it.
pub const END: &str = "</dl></div>";

/// Words a reader of a technical text takes in a minute, code apart.
const WORDS_PER_MINUTE: usize = 160;

/// `<poll-card level="1" after="inert">`: a list, then a paragraph.
pub fn render(page: &Page<'_>, element: &Element, inner: &str, words: usize) -> Result<String> {
    let ui = |key| escape(page.locale.ui(key));
    let (learn, when) = parts(inner)?;
    let level = required(element, "level")?;
    let mut facts = fact(
        &ui("card_level"),
        &escape(page.locale.string("level", level)),
    );
    let mut links = Vec::new();
    for slug in required(element, "after")?.split_whitespace() {
        let (_, title) = page
            .titles
            .iter()
            .find(|(other, _)| other == slug)
            .with_context(|| format!("there is no chapter `{slug}`"))?;
        let href = attribute("href", &format!("{slug}.html"));
        links.push(format!("<a{href}>{}</a>", escape(title)));
    }
    let after = match links.is_empty() {
        true => ui("card_after_none"),
        false => links.join(", "),
    };
    facts.push_str(&fact(&ui("card_after"), &after));
    let minutes = words.div_ceil(WORDS_PER_MINUTE).to_string();
    let minutes = page
        .locale
        .ui("reading_time")
        .replace("{minutes}", &page.locale.number(&minutes));
    facts.push_str(&fact(&ui("card_time"), &escape(&minutes)));
    Ok(format!(
        "<div class=\"card\" role=\"group\" aria-label=\"{}\"><p class=\"card-label\">{}</p>\n\n{learn}\n\n\
         <p class=\"card-label\">{}</p>\n\n{when}\n\n<dl class=\"card-facts\">{facts}{END}\n",
        ui("card"),
        ui("card_learn"),
        ui("card_when"),
    ))
}

fn fact(term: &str, value: &str) -> String {
    format!("<div><dt>{term}</dt><dd>{value}</dd></div>")
}

/// The list and the paragraph of a card.
fn parts(inner: &str) -> Result<(&str, &str)> {
    let (_, lists) = markdown::items(inner);
    let [list] = lists.as_slice() else {
        anyhow::bail!("a card holds one list and one paragraph");
    };
    let when = inner[list.end..].trim();
    anyhow::ensure!(
        !when.is_empty(),
        "a card ends with a paragraph: when the reader needs it"
    );
    Ok((inner[..list.end].trim(), when))
}
