//! Pages that nobody writes: the glossary and the circumstances of the records.
//!
//! `{{#glossary}}` and `{{#measurements}}`, each on a line of its own.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::Page;
use crate::html::{attribute, escape};
use crate::listing::read;
use crate::locale::{Locale, SOURCE};
use crate::markdown;
use crate::project::Project;
use crate::recorded::{Recorded, Time};

/// The directives.
pub const NAMES: [&str; 2] = ["glossary", "measurements"];

/// Replaces each of the directives by what it stands for.
pub fn render(page: &Page<'_>, text: &str) -> Result<String> {
    let mut edits = Vec::new();
    for directive in markdown::directives(text) {
        let html = match directive.name.as_str() {
            "glossary" => glossary(page),
            "measurements" => measurements(page),
            _ => continue,
        };
        let html = html.with_context(|| format!("{{{{#{}}}}}", directive.name))?;
        edits.push((directive.span, html));
    }
    Ok(markdown::edit(text, edits))
}

/// All terms in the order of the page's language, each with its meaning and
/// its names in the other languages.
fn glossary(page: &Page<'_>) -> Result<String> {
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
                words(term)
            ))
        })
        .collect();
    format!(
        "<div{}><dt{lang}>{}</dt><dd{lang}>{}</dd><dd><ul>{others}</ul></dd></div>",
        attribute("id", &format!("term-{key}")),
        words(term),
        words(locale.string("meanings", key)),
    )
}

/// Plain text in which backquotes enclose code.
fn words(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(n, part)| match n % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
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

/// Under what the records were made, how many there are, and how the times in
/// them spread.
fn measurements(page: &Page<'_>) -> Result<String> {
    let recorded = Recorded::load(page.root).map_err(|fault| anyhow!("{fault}"))?;
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    let count = |folder, ending| -> Result<String> {
        let count = files(&page.root.join("listings").join(folder), ending)?.len();
        Ok(page.locale.number(&count.to_string()))
    };
    let crates: Vec<String> = crates(page.root)?
        .iter()
        .map(|(name, version)| {
            let href = attribute("href", &format!("https://docs.rs/{name}/{version}/"));
            format!("<li><a{href}>{}</a> {}</li>", code(name), escape(version))
        })
        .collect();
    let facts = [
        ("measured_compiler", code(&recorded.compiler)),
        ("measured_target", code(&recorded.target)),
        ("measured_crates", format!("<ul>{}</ul>", crates.concat())),
        ("measured_outputs", count("output", "txt")?),
        ("measured_errors", count("compile_fail", "stderr")?),
        ("measured_traces", count("traces", "json")?),
        (
            "measured_date",
            format!("<time>{}</time>", escape(&recorded.date)),
        ),
    ];
    let facts: String = facts
        .iter()
        .map(|(key, value)| {
            let label = escape(page.locale.ui(key));
            format!("<div><dt>{label}</dt><dd>{value}</dd></div>")
        })
        .collect();
    let times: String = recorded
        .times
        .chunk_by(|one, other| one.program == other.program)
        .map(|times| spread(page, recorded.runs, times))
        .collect();
    Ok(format!(
        "<div class=\"measured\"><dl>{facts}</dl>{times}</div>"
    ))
}

/// A program's times as a table.
fn spread(page: &Page<'_>, runs: u32, times: &[Time]) -> String {
    let ui = |key| escape(page.locale.ui(key));
    let program = times.first().map_or("", |time| &time.program);
    let runs = page.locale.number(&runs.to_string());
    let caption = ui("measured_times").replace("{runs}", &runs);
    let rows: String = times
        .iter()
        .map(|time| {
            let cells = [&time.line, &time.min, &time.max].map(|text| escape(text));
            let [line, min, max] = cells.map(|text| format!("<td><code>{text}</code></td>"));
            format!("<tr>{line}{min}{max}</tr>")
        })
        .collect();
    let heads: String = ["measured_line", "measured_min", "measured_max"]
        .iter()
        .map(|key| format!("<th scope=\"col\">{}</th>", ui(key)))
        .collect();
    format!(
        "<div class=\"table-wrapper\" tabindex=\"0\"><table><caption>{caption}: <code>cargo run --example {}</code></caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>",
        escape(program)
    )
}

/// The files of a folder that end in `.ending`.
fn files(folder: &Path, ending: &str) -> Result<Vec<std::path::PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder) {
        let path = entry?.into_path();
        if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            found.push(path);
        }
    }
    Ok(found)
}

/// The crates that the programs of the book name, in their locked versions.
fn crates(root: &Path) -> Result<Vec<(String, String)>> {
    let lock: toml::Table = read(root, "Cargo.lock")?.parse().context("Cargo.lock")?;
    let mut programs = String::new();
    for folder in ["examples", "compile_fail"] {
        for path in files(&root.join("listings").join(folder), "rs")? {
            programs.push_str(&read(root, path)?);
        }
    }
    Ok(locked(&lock, "listings")
        .into_iter()
        .filter(|(name, _)| programs.contains(&format!("{}::", name.replace('-', "_"))))
        .collect())
}

/// The dependencies of a package as Cargo locked them.
fn locked(lock: &toml::Table, package: &str) -> Vec<(String, String)> {
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let packages: Vec<_> = packages.into_iter().flatten().collect();
    let of = |package: &toml::Value, key| package.get(key)?.as_str().map(str::to_owned);
    let own = packages
        .iter()
        .find(|other| of(other, "name").as_deref() == Some(package));
    let own = own.and_then(|own| own.get("dependencies")?.as_array());
    let version = |dependency: &toml::Value| {
        // `name`, or `name version` where there are several.
        let mut words = dependency.as_str()?.split(' ');
        let name = words.next()?.to_owned();
        let version = words.next().map(str::to_owned);
        let found = packages
            .iter()
            .find(|other| of(other, "name").as_ref() == Some(&name));
        let version = version.or_else(|| of(found?, "version"))?;
        Some((name, version))
    };
    own.into_iter().flatten().filter_map(version).collect()
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

    #[test]
    fn backquotes_enclose_code_and_nothing_is_markup() {
        assert_eq!(
            words("a <b> `Vec<T>` c"),
            "a &lt;b&gt; <code>Vec&lt;T&gt;</code> c"
        );
    }

    #[test]
    fn locked_versions_are_those_of_the_package() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\
                    [[package]]\nname = \"b\"\nversion = \"2.0.0\"\n\
                    [[package]]\nname = \"b\"\nversion = \"3.0.0\"\n\
                    [[package]]\nname = \"listings\"\nversion = \"0.1.0\"\ndependencies = [\"a\", \"b 3.0.0\"]\n";
        let lock = lock.parse().expect("TOML");
        let expected = [("a", "1.0.0"), ("b", "3.0.0")];
        let expected = expected.map(|(name, version)| (name.to_owned(), version.to_owned()));
        assert_eq!(locked(&lock, "listings"), expected);
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
