//! A sixth language: nothing is registered anywhere, and every page has it.

use std::fs;

use scraper::{Html, Selector};

use crate::{Copy, interface, real};

/// An attribute of every element that a selector finds.
fn attributes(page: &Html, selector: &str, name: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector)
        .map(|element| element.attr(name).unwrap_or_default().to_owned())
        .collect()
}

/// The text of every element that a selector finds.
fn texts(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector)
        .map(|element| element.text().collect::<String>().trim().to_owned())
        .collect()
}

#[test]
fn a_translation_starts_from_the_english_text_and_is_stamped() {
    let copy = Copy::small();
    copy.does(&["locale", "add", "fr", "Français"]);
    copy.does(&["translate", "fr", "beta"]);
    let text = copy.text("src/fr/beta.md");
    assert!(text.starts_with("<!-- from: beta="), "{text}");
    assert!(!text.contains("answer="), "keys are said once, in English");
    let status = copy.does(&["status", "fr"]);
    assert!(status.starts_with("fr (Français)\n"), "{status}");
    for line in status.lines().skip(1) {
        let (slug, standing) = line.trim().split_once(' ').unwrap();
        let standing = standing.trim();
        if slug == "beta" {
            assert_eq!(standing, "current");
        } else {
            assert!(standing.starts_with("missing: "), "{line}");
            assert!(
                standing.contains(&format!("translate fr {slug}`")),
                "{line}"
            );
        }
    }
    let again = copy.refused(&["translate", "fr", "beta"]);
    assert!(again.contains("is there already"), "{again}");

    copy.append("src/en/beta.md", b"\nOne more sentence.\n");
    let status = copy.does(&["status", "fr"]);
    let beta = status.lines().find(|line| line.starts_with("  beta "));
    assert!(beta.unwrap().contains("stale: "), "{status}");
}

#[test]
fn a_sixth_language_is_on_every_page_and_each_page_speaks_its_own() {
    let copy = Copy::whole();
    copy.does(&["locale", "add", "fr", "Français"]);
    // The words of the notice tell whose strings a page has.
    let strings = copy.text("src/fr/locale.toml").replacen(
        "notice_missing = \"This chapter",
        "notice_missing = \"Pas encore. This chapter",
        1,
    );
    fs::write(copy.path("src/fr/locale.toml"), strings).unwrap();
    copy.does(&["translate", "fr", "poll"]);
    let french = copy
        .text("src/fr/poll.md")
        .replacen("{#poll}", "en français {#poll}", 1);
    fs::write(copy.path("src/fr/poll.md"), french).unwrap();
    copy.does(&["build"]);

    let mut tags = real::LOCALES.map(str::to_owned).to_vec();
    tags.insert(2, "fr".to_owned());
    for tag in &tags {
        let mut pages = 0;
        for entry in fs::read_dir(copy.path("book").join(tag)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            // Only frames and readers without scripts see toc.html: it has no head.
            if file.ends_with(".html") && file != "toc.html" {
                leads_to_all(&copy, &tags, tag, &file);
                pages += 1;
            }
        }
        assert!(pages > 20, "{tag} has {pages} pages");
    }
    interface::speaks_its_own_language(&copy);
    recorded_output(&copy, &tags);
    translated_and_missing(&copy);
    first_page(&copy, &tags);
    search(&copy, &tags);
}

/// The page says its language, and its picker and head lead to the same page
/// in every other.
fn leads_to_all(copy: &Copy, tags: &[String], tag: &str, file: &str) {
    let name = format!("{tag}/{file}");
    let page = Html::parse_document(&copy.text(format!("book/{name}")));
    assert_eq!(attributes(&page, "html", "lang"), [tag], "{name}");
    let there: Vec<_> = tags.iter().map(|tag| format!("../{tag}/{file}")).collect();
    for link in &there {
        assert!(copy.path("book").join(tag).join(link).is_file(), "{link}");
    }
    let picker = ".picker-list a";
    assert_eq!(attributes(&page, picker, "href"), there, "{name}");
    assert_eq!(attributes(&page, picker, "lang"), tags, "{name}");
    let names = texts(&page, picker);
    assert_eq!(names[2], "Français", "{name}");
    let current = attributes(&page, ".picker-list a[aria-current]", "lang");
    assert_eq!(current, [tag], "{name}");

    let alternate = "head link[rel=alternate]";
    let mut languages = tags.to_vec();
    languages.push("x-default".to_owned());
    assert_eq!(
        attributes(&page, alternate, "hreflang"),
        languages,
        "{name}"
    );
    let mut addresses = there;
    addresses.push(format!("../en/{file}"));
    assert_eq!(attributes(&page, alternate, "href"), addresses, "{name}");
}

/// What a program printed when it was recorded is the same in every language.
fn recorded_output(copy: &Copy, tags: &[String]) {
    let recorded = copy.text("listings/output/poll_countdown.txt");
    let first_line = recorded.lines().next().unwrap().replace('"', "&quot;");
    for tag in tags {
        let page = copy.text(format!("book/{tag}/poll.html"));
        assert!(page.contains(&first_line), "{tag} lacks {first_line}");
    }
}

/// A translated chapter is its own; another is English, and says so.
fn translated_and_missing(copy: &Copy) {
    let page = |name: &str| Html::parse_document(&copy.text(format!("book/fr/{name}.html")));
    let poll = page("poll");
    assert!(texts(&poll, "main h1")[0].ends_with("en français"));
    assert!(texts(&poll, ".notice").is_empty());
    assert!(attributes(&poll, "main > div[lang]", "lang").is_empty());

    let inert = page("inert");
    let notices = texts(&inert, "main .notice-missing");
    assert_eq!(notices.len(), 1);
    assert!(notices[0].starts_with("Pas encore."), "{notices:?}");
    let english = Html::parse_document(&copy.text("book/en/inert.html"));
    let title = texts(&english, "main h1");
    assert_eq!(texts(&inert, "main div[lang=en] h1"), title);
    assert_eq!(texts(&inert, "main h1"), title);
    assert_eq!(texts(&inert, "div[lang=en] .notice").len(), 0);
}

fn first_page(copy: &Copy, tags: &[String]) {
    let home = Html::parse_document(&copy.text("book/index.html"));
    let links = "a[hreflang]";
    assert_eq!(attributes(&home, links, "hreflang"), tags);
    assert!(texts(&home, links)[2].starts_with("Français"));
    for href in attributes(&home, links, "href") {
        assert!(copy.path("book").join(&href).is_file(), "{href}");
    }
}

/// Each book has an index in its language, with the language's word forms and
/// as many pages as English.
fn search(copy: &Copy, tags: &[String]) {
    let index = |tag: &str| -> serde_json::Value {
        let entry = copy.text(format!("book/{tag}/pagefind/pagefind-entry.json"));
        serde_json::from_str::<serde_json::Value>(&entry).unwrap()["languages"].take()
    };
    let pages = &index("en")["en"]["page_count"];
    for tag in tags {
        let language = tag.to_lowercase();
        let languages = index(tag);
        assert_eq!(languages.as_object().unwrap().len(), 1, "{tag}");
        let index = &languages[&language];
        assert_eq!(&index["page_count"], pages, "{tag}");
        assert_eq!(index["wasm"], language.as_str());
        let wasm = format!("book/{tag}/pagefind/wasm.{language}.pagefind");
        assert!(copy.path(wasm).is_file(), "{tag}");
    }
}
