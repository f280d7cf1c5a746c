//! The glossary: each term with its meaning and its names in the other languages.
//!
//! The words are `[terms]` and `[meanings]` of each `locale.toml`.

use anyhow::{Context, Result, anyhow};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::Page;
use crate::html::{attribute, coded, escape};
use crate::locale::{Locale, SOURCE};
use crate::project::Project;

/// All terms in the order of the page's language, each with its meaning and
/// its names in the other languages.
pub fn glossary(page: &Page<'_>) -> Result<String> {
    let project =
        Project::load(page.root).map_err(|faults| anyhow!("{}", faults.render(page.root)))?;
    let english = project.locale(SOURCE).context("there is no English")?;
    let keys = english
        .strings
        .0
        .get("terms")
        .context("src/en/locale.toml has no [terms]")?;
    let mut terms: Vec<(&str, &str)> = keys
        .keys()
        .map(|key| (key.as_str(), page.locale.string("terms", key)))
        .collect();
    terms.sort_by_cached_key(|(_, term)| sort_key(term));
    let entries: String = terms
        .iter()
        .map(|(key, term)| entry(page.locale, &project.locales, key, term))
        .collect();
    Ok(format!("<div class=\"glossary\"><dl>{entries}</dl></div>"))
}

fn entry(locale: &Locale, locales: &[Locale], key: &str, term: &str) -> String {
    let own = locale.strings.get("terms", key).is_some();
    let lang = if own {
        String::new()
    } else {
        attribute("lang", SOURCE)
    };
    let others: String = locales
        .iter()
        .filter(|other| other.tag != locale.tag)
        .filter_map(|other| {
            let term = other.strings.get("terms", key)?;
            let lang = attribute("lang", &other.tag);
            let name = attribute("title", other.name());
            let tag = escape(&other.tag);
            Some(format!(
                "<li{lang}><abbr{name}>{tag}</abbr> {}</li>",
                coded(term)
            ))
        })
        .collect();
    format!(
        "<div{}><dt{lang}>{}</dt><dd{lang}>{}</dd><dd><ul>{others}</ul></dd></div>",
        attribute("id", &format!("term-{key}")),
        coded(term),
        coded(locale.string("meanings", key)),
    )
}

/// What a term is sorted by: neither case nor accents count, nor the `to` of
/// English verbs.
fn sort_key(term: &str) -> (String, String) {
    let term = term.strip_prefix("to ").unwrap_or(term).to_lowercase();
    let plain = term
        .nfd()
        .filter(|c| !is_combining_mark(*c) && *c != '`')
        .collect();
    (plain, term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Strings;

    #[test]
    fn terms_are_sorted_as_people_look_for_them() {
        let mut terms = [
            "semáforo",
            "to yield",
            "Waker",
            "seção crítica",
            "sem pilha",
            "`await`",
        ];
        terms.sort_by_cached_key(|term| sort_key(term));
        assert_eq!(
            terms,
            [
                "`await`",
                "seção crítica",
                "sem pilha",
                "semáforo",
                "Waker",
                "to yield"
            ]
        );
    }

    fn locale(tag: &str, terms: &str) -> Locale {
        let strings: Strings = toml::from_str(terms).expect("TOML");
        Locale::of(tag, strings)
    }

    #[test]
    fn an_entry_names_the_other_languages_that_have_the_term() {
        let locales = [
            locale(
                "en",
                "[book]\nname = \"English\"\n[terms]\nhang = \"hang\"\n[meanings]\nhang = \"It `waits`.\"\n",
            ),
            locale(
                "es",
                "[book]\nname = \"Español\"\n[terms]\nhang = \"cuelgue\"\n",
            ),
            locale("xx", "[book]\nname = \"X\"\n"),
        ];
        assert_eq!(
            entry(&locales[0], &locales, "hang", "hang"),
            "<div id=\"term-hang\"><dt>hang</dt><dd>It <code>waits</code>.</dd><dd><ul>\
             <li lang=\"es\"><abbr title=\"Español\">es</abbr> cuelgue</li></ul></dd></div>"
        );
    }
}
