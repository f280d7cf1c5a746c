//! The interface of the built site, key by key: what a translation says is
//! shown, and nothing of it is English.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use press::locale::{Locale, SOURCE};
use scraper::{Html, Node};

use crate::Copy;

/// Words that are the same in English and in these languages, and why.
const SAME: &[(&str, &str, &str)] = &[
    (
        "book.short_title",
        "es it pt-BR ru",
        "the book's name is not translated",
    ),
    ("ui.edition_commit", "es it pt-BR", "git's own word"),
    (
        "ui.output",
        "it",
        "the word in use, as in the Italian glossary",
    ),
    ("ui.quiz", "it pt-BR", "the word in use"),
    ("trace.lane_future", "es it pt-BR ru", "Rust's own word"),
    ("trace.lane_waker", "es it pt-BR ru", "Rust's own word"),
    ("trace.lane_executor", "pt-BR", "as in the glossary"),
    ("trace.lane_task", "it pt-BR", "as in the glossary"),
    ("trace.lane_timer", "it pt-BR", "the word in use"),
    ("trace.lane_token", "es it pt-BR", "as in the glossary"),
];

/// Tables of the interface. `terms` may well be English: the glossary says
/// which word a language uses. `exercise` belongs to the command line, `trace`
/// and `home` are looked at by their words alone.
const RENDERED: [&str; 4] = ["book", "parts", "ui", "level"];

/// Strings that a whole book has no place for, and why.
const UNSEEN: &[(&str, &str)] = &[
    ("ui.notice_stale", "every chapter may be current"),
    ("ui.notice_missing", "every chapter may be translated"),
    ("ui.notice_english", "every chapter may be translated"),
    ("ui.edit_page", "no address of the sources is configured"),
    (
        "ui.report_problem",
        "no address of the sources is configured",
    ),
    (
        "ui.translations_guide",
        "no address of the sources is configured",
    ),
    ("ui.edition_date", "the copy has no history"),
    ("ui.edition_commit", "the copy has no history"),
    ("ui.edition_changed", "the copy has no history"),
];

fn others(copy: &Copy) -> Vec<Locale> {
    ["es", "it", "pt-BR", "ru"]
        .map(|tag| Locale::load(&copy.root, tag).unwrap())
        .into()
}

#[test]
fn no_string_of_another_language_is_english() {
    let copy = Copy::whole();
    let english = Locale::load(&copy.root, SOURCE).unwrap();
    let mut same: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for locale in others(&copy) {
        for (table, strings) in &english.strings.0 {
            for (key, text) in strings {
                if table != "terms" && locale.string(table, key) == text {
                    let tags = same.entry(format!("{table}.{key}")).or_default();
                    tags.push(locale.tag.clone());
                }
            }
        }
    }
    let found: BTreeMap<_, _> = same
        .into_iter()
        .map(|(key, tags)| (key, tags.join(" ")))
        .collect();
    let listed = SAME
        .iter()
        .map(|(key, tags, _)| ((*key).to_owned(), (*tags).to_owned()));
    assert_eq!(found, listed.collect());
}

/// Of the built books, each page speaks its own language alone.
pub fn speaks_its_own_language(copy: &Copy) {
    let english = Locale::load(&copy.root, SOURCE).unwrap();
    let mut faults = Vec::new();
    for locale in others(copy) {
        let shown = shown(copy, &locale.tag);
        let all = shown
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("\n");
        for table in RENDERED {
            for (key, original) in &english.strings.0[table] {
                let name = format!("{table}.{key}");
                let own = locale.string(table, key);
                if own != original && shown.contains(original) {
                    faults.push(format!(
                        "{}: `{name}` is shown in English: {original}",
                        locale.tag
                    ));
                }
                let unseen = UNSEEN.iter().any(|(unseen, _)| *unseen == name);
                if !unseen && !pieces(own).all(|piece| all.contains(piece)) {
                    faults.push(format!(
                        "{}: `{name}` is nowhere to be seen: {own}",
                        locale.tag
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A string without its placeholders.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(['{', '}']).step_by(2).map(str::trim)
}

/// Every text and attribute of a book's pages that is neither code nor marked
/// as another language.
fn shown(copy: &Copy, tag: &str) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for entry in fs::read_dir(copy.path("book").join(tag)).unwrap() {
        let path = entry.unwrap().path();
        let page = path.extension().is_some_and(|ending| ending == "html");
        // All the chapters once more.
        if !page || path.ends_with("print.html") {
            continue;
        }
        let html = Html::parse_document(&fs::read_to_string(&path).unwrap());
        let mut left = vec![html.tree.root()];
        while let Some(node) = left.pop() {
            match node.value() {
                Node::Text(text) => drop(shown.insert(text.trim().to_owned())),
                Node::Element(element) => {
                    if element.attr("lang").is_some_and(|lang| lang != tag)
                        || matches!(element.name(), "code" | "pre" | "svg" | "script" | "style")
                    {
                        continue;
                    }
                    shown.extend(element.attrs().map(|(_, value)| value.to_owned()));
                }
                _ => {}
            }
            left.extend(node.children());
        }
    }
    shown
}
