//! Diagrams and links.

use crate::support::Book;

const CHAPTER: &str = "src/en/beta.md";

fn changed(old: &str, new: &str) -> Book {
    let book = Book::english();
    book.replace(CHAPTER, old, new);
    book
}

fn diagram(kind: &str, line: &str) -> String {
    format!(
        "```mermaid\n{kind}\n  accTitle: Title\n  accDescr {{\n    The words: one; two\n  }}\n  {line}\n```\n"
    )
}

#[test]
fn diagram_for_the_eye_alone() {
    for line in [
        "  accTitle: Who polls whom\n",
        "  accDescr: The executor polls the future\n",
    ] {
        changed(line, "").has(&[(CHAPTER, "```mermaid", "diagram-without-text")]);
    }
}

#[test]
fn diagram_that_is_folded() {
    let book = Book::english();
    let diagram = diagram("flowchart LR", "a --> b");
    book.append(
        CHAPTER,
        &format!("\n<details><summary>More</summary>\n\n{diagram}\n</details>\n\n{diagram}"),
    );
    book.has(&[(CHAPTER, "```mermaid\nflowchart", "diagram-in-details")]);
}

#[test]
fn diagram_in_a_hint() {
    let inner = diagram("flowchart LR", "a --> b")
        .trim_end()
        .replace('\n', "\n   ");
    let book = changed("1. Look at `poll`.", &format!("1. Look:\n\n   {inner}"));
    book.has(&[(CHAPTER, "```mermaid\n   flowchart", "diagram-in-details")]);
}

#[test]
fn traps_of_the_grammar() {
    for (kind, line, rule) in [
        ("sequenceDiagram", "A->>B: one; two", "diagram-semicolon"),
        ("flowchart LR", "start --> end", "diagram-end-node"),
        (
            "stateDiagram-v2",
            "Idle --> Done : Poll::Ready",
            "diagram-colon",
        ),
    ] {
        let book = Book::english();
        book.append(CHAPTER, &format!("\n{}", diagram(kind, line)));
        book.has(&[(CHAPTER, line, rule)]);
    }
}

#[test]
fn lines_that_only_look_like_traps() {
    for (kind, line) in [
        ("sequenceDiagram", "A->>B: one#59; two"),
        ("flowchart LR", "subgraph s\n  a --> b\n  end"),
        ("stateDiagram-v2", "Idle --> Done : ready"),
    ] {
        let book = Book::english();
        book.append(CHAPTER, &format!("\n{}", diagram(kind, line)));
        book.has(&[]);
    }
}

#[test]
fn link_to_no_chapter() {
    let book = changed("(alpha.md)", "(gamma.md)");
    book.has(&[(CHAPTER, "gamma.md", "dead-link")]);
}

#[test]
fn link_to_no_section() {
    changed("(alpha.md)", "(alpha.md#gone)").has(&[(CHAPTER, "#gone", "dead-fragment")]);
    changed("(alpha.md)", "(#gone)").has(&[(CHAPTER, "#gone", "dead-fragment")]);
    changed("(alpha.md)", "(#questions)").has(&[]);
}

#[test]
fn link_that_is_not_safe() {
    for address in ["http://example.org", "//example.org"] {
        changed("(alpha.md)", &format!("({address})")).has(&[(CHAPTER, address, "insecure-link")]);
    }
}

#[test]
fn link_to_a_chapter_that_is_not_translated() {
    let book = Book::new();
    book.remove("src/ru/beta.md");
    book.has(&[]);
}
