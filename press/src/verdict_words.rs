//! The sentences of verdicts, in the reader's language.
//!
//! What an exercise's own check can find is said in the chapter, inside
//! `<poll-exercise name="…">`, as bullet items `- [id] sentence`. What can happen
//! to every exercise is said in `[exercise]` of `locale.toml`. What a locale
//! lacks is said in English.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use toml::Value;

use crate::scratch::{read, read_toml};

const ENGLISH: &str = "en";

/// The sentences for one exercise in one locale.
#[derive(Debug, Default)]
pub struct Words {
    of_exercise: BTreeMap<String, String>,
    general: BTreeMap<String, String>,
}

impl Words {
    /// Reads the locale's sentences over the English ones.
    ///
    /// # Errors
    ///
    /// When a chapter or a `locale.toml` can't be read, or there is no such
    /// locale.
    pub fn load(root: &Path, locale: &str, exercise: &str) -> Result<Self> {
        let mut words = Self::default();
        let slug = slug_of(root, exercise)?;
        for tag in [ENGLISH, locale] {
            words.general.extend(general(&root.join("src").join(tag).join("locale.toml"))?);
            let Some(slug) = &slug else { continue };
            let chapter = root.join("src").join(tag).join(slug).with_extension("md");
            if chapter.is_file() {
                words.of_exercise.extend(sentences(&read(&chapter)?, exercise));
            }
        }
        Ok(words)
    }

    /// A sentence of `[exercise]` with its `{placeholders}` filled in.
    ///
    /// # Errors
    ///
    /// When the English `locale.toml` lacks it.
    pub fn general(&self, key: &str, values: &[(&str, &str)]) -> Result<String> {
        let sentence = self.general.get(key).with_context(|| format!("no `{key}` in [exercise] of locale.toml"))?;
        Ok(filled(sentence, values))
    }

    /// The sentence for a verdict: the chapter's, else the general one.
    ///
    /// # Errors
    ///
    /// When neither has it.
    pub fn verdict(&self, id: &str, values: &[(&str, &str)]) -> Result<String> {
        match self.of_exercise.get(id) {
            Some(sentence) => Ok(filled(sentence, values)),
            None => self.general(id, values),
        }
    }
}

/// The ids that a `check.rs` gives to `verdict::fail`.
pub fn verdict_ids(check_rs_source: &str) -> BTreeSet<String> {
    static FAIL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"\bfail\(\s*"([^"]*)"\s*,?\s*\)"#).expect("a constant pattern is well formed"));
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code: Vec<&str> = check_rs_source.lines().filter(is_code).collect();
    FAIL.captures_iter(&code.join("\n")).map(|found| found[1].to_string()).collect()
}

/// The English chapter that holds an exercise.
///
/// # Errors
///
/// When the chapters can't be read.
pub fn slug_of(root: &Path, exercise: &str) -> Result<Option<String>> {
    let folder = root.join("src").join(ENGLISH);
    for entry in fs::read_dir(&folder).with_context(|| format!("can't read {}", folder.display()))? {
        let path = entry?.path();
        let is_chapter = path.extension().is_some_and(|extension| extension == "md");
        if is_chapter && read(&path)?.contains(&opening(exercise)) {
            return Ok(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    Ok(None)
}

/// The sentences of an exercise's verdicts in a chapter, by id.
pub fn sentences(chapter: &str, exercise: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut inside = false;
    let mut ordered = Vec::new();
    let mut item = None;
    for event in Parser::new_ext(chapter, Options::empty()) {
        match event {
            Event::Html(html) if html.contains(&opening(exercise)) => inside = true,
            Event::Html(html) if html.contains("</poll-exercise>") => inside = false,
            _ if !inside => {}
            Event::Start(Tag::List(number)) => ordered.push(number.is_some()),
            Event::End(TagEnd::List(_)) => drop(ordered.pop()),
            Event::Start(Tag::Item) if ordered == [false] => item = Some(String::new()),
            Event::End(TagEnd::Item) if ordered == [false] => {
                if let Some((id, sentence)) = item.take().as_deref().and_then(id_and_sentence) {
                    found.insert(id.to_string(), sentence.to_string());
                }
            }
            event => {
                if let Some(item) = &mut item {
                    append(item, &event);
                }
            }
        }
    }
    found
}

/// Plain text for a terminal: code keeps its backticks, emphasis vanishes.
fn append(text: &mut String, event: &Event) {
    match event {
        Event::Text(part) => text.push_str(part),
        Event::Code(part) => {
            text.push('`');
            text.push_str(part);
            text.push('`');
        }
        Event::SoftBreak | Event::HardBreak => text.push(' '),
        _ => {}
    }
}

fn id_and_sentence(item: &str) -> Option<(&str, &str)> {
    let (id, sentence) = item.strip_prefix('[')?.split_once(']')?;
    Some((id, sentence.trim()))
}

fn opening(exercise: &str) -> String {
    format!("<poll-exercise name=\"{exercise}\"")
}

fn general(locale: &Path) -> Result<BTreeMap<String, String>> {
    let file = read_toml(locale)?;
    let strings = file.get("exercise").and_then(Value::as_table).into_iter().flatten();
    Ok(strings.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_string()))).collect())
}

/// Values are not searched for placeholders: a panic's message may hold `{}`.
fn filled(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(start) = rest.find('{') {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find('}').map_or(1, |end| end + 1);
        let placeholder = &rest[..end];
        let value = values.iter().find(|(name, _)| placeholder == format!("{{{name}}}"));
        text.push_str(value.map_or(placeholder, |(_, value)| value));
        rest = &rest[end..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAPTER: &str = "\
# Poll {#poll}

- [early] Not inside.

<poll-exercise name=\"poll_countdown\">

Write `poll`:

- no id here

1. First hint.

   - [nested] A list in a hint.

- [never] The future never says *ready*;
  look at `left`.
- [once] It is polled once.

</poll-exercise>

<poll-exercise name=\"poll_other\">

- [other] Another exercise's.

</poll-exercise>
";

    #[test]
    fn sentences_are_the_bullets_inside_the_element() {
        let found = sentences(CHAPTER, "poll_countdown");
        let expected = [("never", "The future never says ready; look at `left`."), ("once", "It is polled once.")];
        assert_eq!(found, expected.map(|(id, sentence)| (id.to_string(), sentence.to_string())).into());
    }

    #[test]
    fn ids_are_the_literals_given_to_fail() {
        let source = "verdict::fail(\"a-1\");\n// verdict::fail(\"no\")\nverdict::fail(\n    \"b\",\n);\nlet x = \"c\";";
        assert_eq!(verdict_ids(source), BTreeSet::from(["a-1".to_string(), "b".to_string()]));
    }

    #[test]
    fn placeholders_are_filled_once() {
        assert_eq!(filled("{a} {b} {", &[("a", "{b}"), ("b", "2")]), "{b} 2 {");
    }
}
