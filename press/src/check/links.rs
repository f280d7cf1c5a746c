//! Links in the sources: to a chapter, to a section, to another site.

use std::collections::BTreeSet;

use super::sources::{Book, Chapter, Sources};
use crate::fault::Faults;
use crate::markdown::Link;

/// Every link of every chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (book, chapter) in sources.chapters() {
        for link in &chapter.doc.links {
            if let Some((rule, message, mend)) = wrong(sources, book, chapter, link) {
                faults.push(chapter.fault(&link.span, rule, message, mend));
            }
        }
    }
}

/// Whether a target leads to another site, or is no page at all.
pub fn is_external(target: &str) -> bool {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    target.starts_with("//") || scheme.is_some_and(is_scheme)
}

fn wrong(
    sources: &Sources<'_>,
    book: &Book<'_>,
    chapter: &Chapter,
    link: &Link,
) -> Option<(&'static str, String, &'static str)> {
    let target = link.target.as_str();
    if is_external(target) {
        let plain = target.starts_with("//") || target.to_ascii_lowercase().starts_with("http:");
        return plain.then(|| {
            let message = format!("`{target}` is not fetched over https");
            (
                "insecure-link",
                message,
                "write https:// at the beginning of the address",
            )
        });
    }
    let (page, fragment) = target.split_once('#').unwrap_or((target, ""));
    let slug = match page.strip_suffix(".md") {
        _ if page.is_empty() => chapter.slug.as_str(),
        Some(slug) => slug.trim_start_matches("./"),
        // Other pages exist only in the built site, where `built` looks.
        None => return None,
    };
    // A chapter that the locale lacks is shown in English.
    let own = book.chapter(slug).or_else(|| sources.english.chapter(slug));
    let Some(own) = own else {
        // A chapter that is listed and not written has a fault of its own.
        let listed = sources
            .project
            .entries
            .iter()
            .any(|entry| entry.slug == slug);
        return (!listed).then(|| {
            let message = format!("there is no chapter `{slug}.md`");
            (
                "dead-link",
                message,
                "copy the link's target from the English chapter, or mend the name",
            )
        });
    };
    if fragment.is_empty() || ids(own).contains(fragment) {
        return None;
    }
    Some((
        "dead-fragment",
        format!("`{slug}.md` has no heading with the id `{fragment}`"),
        "copy the link's target from the English chapter, or mend the id after #",
    ))
}

/// What a fragment may name.
fn ids(chapter: &Chapter) -> BTreeSet<String> {
    let headings = chapter
        .doc
        .headings
        .iter()
        .filter_map(|heading| heading.id.clone());
    let quizzes = chapter
        .doc
        .elements
        .iter()
        .filter(|element| element.name == "poll-quiz");
    let quizzes = quizzes.filter_map(|quiz| Some(format!("quiz-{}", quiz.attr("id")?)));
    headings.chain(quizzes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_lead_away() {
        for target in [
            "https://a.b",
            "mailto:a@b",
            "//a.b/c",
            "data:image/png;base64,x",
        ] {
            assert!(is_external(target), "{target}");
        }
        for target in ["poll.md", "#a:b", "poll.md#x", "../en/poll.html", "a/b:c"] {
            assert!(!is_external(target), "{target}");
        }
    }
}
