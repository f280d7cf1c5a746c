//! The sentences of verdicts, in the reader's language.
//!
//! What an exercise's own check can find is said in the chapter, inside
//! `<poll-exercise name="…">`, as bullet items `- [id] sentence`. What can happen
//! to every exercise is said in `[exercise]` of `locale.toml`. What a locale
//! lacks is said in English.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result, anyhow};
use mdbook_markdown::pulldown_cmark::Event;
use regex::Regex;
use walkdir::WalkDir;

use crate::exercise::Verdict;
use crate::locale::{Locale, SOURCE};
use crate::markdown;
use crate::project::{Project, read_text};
use crate::scratch::read;

/// The sentences for one exercise in one locale.
#[derive(Debug)]
pub struct Words {
    locale: Locale,
    of_exercise: BTreeMap<String, String>,
}

impl Words {
    /// Reads the locale's sentences over the English ones.
    ///
    /// # Errors
    ///
    /// When a chapter or a `locale.toml` can't be read, or there is no such
    /// locale.
    pub fn load(root: &Path, locale: &str, exercise: &str) -> Result<Self> {
        let mut of_exercise = BTreeMap::new();
        if let Some(slug) = slug_of(root, exercise)? {
            for tag in [SOURCE, locale] {
                let chapter = read_text(root, &Project::path(tag, &slug));
                let chapter = chapter.map_err(|fault| anyhow!("{fault}"))?;
                of_exercise.extend(sentences(&chapter.unwrap_or_default(), exercise));
            }
        }
        let locale = Locale::load(root, locale).map_err(|fault| anyhow!("{fault}"))?;
        Ok(Self {
            locale,
            of_exercise,
        })
    }

    /// A sentence of `[exercise]` with its `{placeholders}` filled in.
    pub fn general(&self, key: &str, values: &[(&str, &str)]) -> String {
        filled(self.locale.string("exercise", key), values)
    }

    /// A verdict in words: the chapter's sentence, or the general one with what
    /// the compiler or the program said below it.
    pub fn verdict(&self, verdict: &Verdict, values: &[(&str, &str)]) -> String {
        let id = verdict.id();
        match (self.of_exercise.get(id), verdict.message()) {
            (Some(sentence), _) => {
                format!(
                    "{} {}",
                    self.general("fail", values),
                    filled(sentence, values)
                )
            }
            (None, "") => self.general(id, values),
            (None, message) => format!("{}\n\n{message}", self.general(id, values)),
        }
    }
}

/// The ids that a `check.rs` gives to `verdict::fail`.
pub fn verdict_ids(check_rs_source: &str) -> BTreeSet<String> {
    static FAIL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"\bfail\(\s*"([^"]*)"\s*,?\s*\)"#).expect("a constant pattern is well formed")
    });
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code: Vec<&str> = check_rs_source.lines().filter(is_code).collect();
    FAIL.captures_iter(&code.join("\n"))
        .map(|found| found[1].to_string())
        .collect()
}

/// The English chapter that holds an exercise.
///
/// # Errors
///
/// When the chapters can't be read.
pub fn slug_of(root: &Path, exercise: &str) -> Result<Option<String>> {
    let folder = root.join("src").join(SOURCE);
    for entry in WalkDir::new(&folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("can't read {}", folder.display()))?;
        let path = entry.path();
        let is_chapter = path.extension().is_some_and(|extension| extension == "md");
        if is_chapter && element(&read(path)?, exercise).is_some() {
            let slug = path
                .strip_prefix(&folder)
                .unwrap_or(path)
                .with_extension("");
            return Ok(Some(slug.display().to_string()));
        }
    }
    Ok(None)
}

/// The sentences of an exercise's verdicts in a chapter, by id.
pub fn sentences(chapter: &str, exercise: &str) -> BTreeMap<String, String> {
    let Some(inner) = element(chapter, exercise) else {
        return BTreeMap::new();
    };
    let (items, _) = markdown::items(inner);
    let verdicts = items.into_iter().filter(|item| !item.ordered);
    verdicts
        .filter_map(|item| Some((item.id?, plain(&item.text))))
        .collect()
}

/// What stands inside an exercise's element.
fn element<'a>(chapter: &'a str, exercise: &str) -> Option<&'a str> {
    let is_it = |found: &markdown::Element| {
        found.name == "poll-exercise" && found.attr("name") == Some(exercise)
    };
    let found = markdown::scan(chapter).elements.into_iter().find(is_it)?;
    chapter.get(found.inner)
}

/// Plain text for a terminal: code keeps its backticks, emphasis vanishes.
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    for (event, _) in markdown::events(markdown) {
        match event {
            Event::Text(part) => text.push_str(&part),
            Event::Code(part) => text.extend(["`", &part, "`"]),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
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
        let value = values
            .iter()
            .find(|(name, _)| placeholder == format!("{{{name}}}"));
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
        let expected = [
            ("never", "The future never says ready; look at `left`."),
            ("once", "It is polled once."),
        ];
        assert_eq!(
            found,
            expected
                .map(|(id, sentence)| (id.to_string(), sentence.to_string()))
                .into()
        );
    }

    #[test]
    fn ids_are_the_literals_given_to_fail() {
        let source = "verdict::fail(\"a-1\");\n// verdict::fail(\"no\")\nverdict::fail(\n    \"b\",\n);\nlet x = \"c\";";
        assert_eq!(
            verdict_ids(source),
            BTreeSet::from(["a-1".to_string(), "b".to_string()])
        );
    }

    #[test]
    fn placeholders_are_filled_once() {
        assert_eq!(filled("{a} {b} {", &[("a", "{b}"), ("b", "2")]), "{b} 2 {");
    }
}
