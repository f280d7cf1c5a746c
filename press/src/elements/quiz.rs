//! Quizzes: the key of a question comes from a run wherever one can give it.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::{Page, required};
use crate::html::{attribute, escape};
use crate::listing::read;
use crate::markdown::{self, Element, Fence, Item};

/// The kinds of question and the attribute that each takes its key from.
pub const KINDS: [(&str, &str); 5] = [
    ("one", "answer"),
    ("many", "answer"),
    ("prints", "output"),
    ("compiles", "program"),
    ("order", "trace"),
];

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The id between brackets.
    pub id: String,
    /// What the reader chooses.
    pub text: String,
    /// Why it is right, or tempting and wrong.
    pub why: String,
}

/// A question with its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quiz {
    /// Unique in the chapter.
    pub id: String,
    /// One of [`KINDS`].
    pub kind: String,
    /// The text before the options.
    pub question: String,
    /// In the order of the text.
    pub choices: Vec<Choice>,
    /// The ids that are right; for `order`, all ids in the right order.
    pub answer: Vec<String>,
}

/// Reads a question of an expanded chapter and finds its key.
pub fn parse(root: &Path, element: &Element, inner: &str) -> Result<Quiz> {
    let id = required(element, "id")?.to_owned();
    let kind = required(element, "kind")?.to_owned();
    let (items, lists) = markdown::items(inner);
    let list = lists.last().context("a quiz needs a list of options")?;
    let question = inner[..list.start].trim().to_owned();
    ensure!(
        !question.is_empty(),
        "a quiz needs a question before its options"
    );
    let choices = items
        .iter()
        .filter(|item| list.contains(&item.span.start))
        .map(choice)
        .collect::<Result<Vec<_>>>()?;
    ensure!(choices.len() >= 2, "a quiz needs two options or more");
    for (n, choice) in choices.iter().enumerate() {
        let twice = choices[..n].iter().any(|other| other.id == choice.id);
        ensure!(!twice, "two options have the id `{}`", choice.id);
    }
    let answer = answer(root, element, &kind, &choices)?;
    Ok(Quiz {
        id,
        kind,
        question,
        choices,
        answer,
    })
}

fn choice(item: &Item) -> Result<Choice> {
    let id = item
        .id
        .clone()
        .context("each option starts with its id in brackets: `- [id] text`")?;
    let (text, why) = markdown::first_block(&item.text);
    ensure!(!text.is_empty(), "the option `{id}` has no text");
    ensure!(
        !why.is_empty(),
        "the option `{id}` has no explanation: write it as a second paragraph"
    );
    Ok(Choice {
        id,
        text: text.to_owned(),
        why: why.to_owned(),
    })
}

fn answer(root: &Path, element: &Element, kind: &str, choices: &[Choice]) -> Result<Vec<String>> {
    let ids = || choices.iter().map(|choice| choice.id.as_str());
    let answer: Vec<String> = match kind {
        "one" | "many" => required(element, "answer")?
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        "prints" => printed(root, required(element, "output")?, choices)?,
        "compiles" => compiled(root, required(element, "program")?)?
            .into_iter()
            .filter(|id| ids().any(|other| other == id))
            .take(1)
            .collect(),
        "order" => ordered(root, required(element, "trace")?, choices)?,
        other => bail!("there is no kind of quiz `{other}`"),
    };
    for id in &answer {
        ensure!(ids().any(|other| other == id), "there is no option `{id}`");
    }
    ensure!(!answer.is_empty(), "no option is right");
    if kind != "many" && kind != "order" {
        ensure!(answer.len() == 1, "more than one option is right");
    }
    Ok(answer)
}

/// The options whose output is the recorded one.
fn printed(root: &Path, output: &str, choices: &[Choice]) -> Result<Vec<String>> {
    let recorded = read(root, format!("listings/output/{output}.txt"))?;
    Ok(choices
        .iter()
        .filter(|choice| {
            markdown::scan(&choice.text)
                .fences
                .first()
                .is_some_and(|fence| fence.body.trim_end() == recorded.trim_end())
        })
        .map(|choice| choice.id.clone())
        .collect())
}

/// What the compile test says of a program, the most exact word first.
fn compiled(root: &Path, program: &str) -> Result<Vec<String>> {
    if root
        .join(format!("listings/examples/{program}.rs"))
        .is_file()
    {
        return Ok(vec!["yes".to_owned()]);
    }
    let message = read(root, format!("listings/compile_fail/{program}.stderr"))?;
    let code = message
        .lines()
        .find_map(|line| line.strip_prefix("error[")?.split_once(']'))
        .map(|(code, _)| code.to_owned());
    Ok(code.into_iter().chain(["no".to_owned()]).collect())
}

/// The options in the order in which the trace has them.
fn ordered(root: &Path, trace: &str, choices: &[Choice]) -> Result<Vec<String>> {
    let (name, variant) = trace.split_once(' ').unwrap_or((trace, ""));
    let trace = super::trace::load(root, name)?;
    let variant = trace
        .variants
        .iter()
        .find(|other| variant.is_empty() || other.name == variant)
        .with_context(|| format!("the trace has no variant `{variant}`"))?;
    let mut places = Vec::new();
    for choice in choices {
        let place = variant
            .steps
            .iter()
            .position(|step| step.key == choice.id)
            .with_context(|| format!("the trace has no step `{}`", choice.id))?;
        places.push((place, choice.id.clone()));
    }
    places.sort();
    Ok(places.into_iter().map(|(_, id)| id).collect())
}

/// A text whose fences do not say where they come from: a program's file and
/// flags tell whether it compiles, and a recorded output's label that it is
/// the right one.
fn without_origin(text: &str, which: impl Fn(&Fence) -> bool, info: &str) -> String {
    let edits = markdown::scan(text)
        .fences
        .into_iter()
        .filter(which)
        .filter_map(|fence| {
            let at = fence.span.start + text[fence.span].find(&fence.info)?;
            Some((at..at + fence.info.len(), info.to_owned()))
        })
        .collect();
    markdown::edit(text, edits)
}

/// `<poll-quiz>` for the page.
pub fn render(page: &Page<'_>, element: &Element, inner: &str) -> Result<String> {
    let quiz = parse(page.root, element, inner)?;
    let ui = |key| escape(page.locale.ui(key));
    let ordered = quiz.kind == "order";
    let question = match quiz.kind.as_str() {
        "compiles" => without_origin(&quiz.question, Fence::is_rust, "rust"),
        _ => quiz.question.clone(),
    };
    let mut html = format!(
        "<poll-quiz{}{}{}{}>\n<div class=\"quiz-head\"><span class=\"quiz-label\">{}</span></div>\n\n{}\n\n<ul class=\"quiz-options\">\n",
        attribute("id", &format!("quiz-{}", quiz.id)),
        attribute("data-id", &quiz.id),
        attribute("data-kind", &quiz.kind),
        attribute("data-answer", &quiz.answer.join(" ")),
        ui("quiz"),
        question,
    );
    for choice in &quiz.choices {
        let place = quiz.answer.iter().position(|id| *id == choice.id);
        let right = place.is_some();
        let verdict = match place {
            Some(place) if ordered => page
                .locale
                .ui("quiz_place")
                .replace("{n}", &(place + 1).to_string()),
            Some(_) => page.locale.ui("quiz_right").to_owned(),
            None => page.locale.ui("quiz_wrong").to_owned(),
        };
        html.push_str(&format!(
            "<li{}{}>\n\n{}\n\n<details class=\"quiz-why\"><summary>{}</summary>\n<p class=\"quiz-verdict\">{}</p>\n\n{}\n\n</details>\n</li>\n",
            attribute("data-option", &choice.id),
            if right { " data-right=\"1\"" } else { "" },
            without_origin(&choice.text, |fence| !fence.is_rust(), "text"),
            ui("quiz_explain"),
            escape(&verdict),
            choice.why,
        ));
    }
    html.push_str("</ul>\n</poll-quiz>\n");
    Ok(html)
}
