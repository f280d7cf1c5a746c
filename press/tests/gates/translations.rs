//! Translations against the English text.

use crate::support::Book;

const CHAPTER: &str = "src/ru/beta.md";

/// The book with one text of the translation changed.
fn changed(old: &str, new: &str) -> Book {
    let book = Book::new();
    book.replace(CHAPTER, old, new);
    book
}

#[test]
fn translation_of_an_unknown_text() {
    let book = Book::new();
    let text = book.read(CHAPTER);
    let (_, text) = text.split_once('\n').expect("the stamp");
    book.write(CHAPTER, text);
    book.has(&[(CHAPTER, "# Опрос", "missing-stamp")]);
}

#[test]
fn stale_translation_is_no_fault() {
    let book = Book::new();
    book.replace("src/en/beta.md", "Back to", "Now back to");
    book.has(&[]);
}

#[test]
fn heading_of_another_level() {
    let book = changed("## Это не", "### Это не");
    book.has(&[(CHAPTER, "### Это не", "heading-parity")]);
}

#[test]
fn heading_with_another_id() {
    let book = changed("{#errors}", "{#mistakes}");
    book.has(&[(CHAPTER, "## Это не", "heading-parity")]);
}

#[test]
fn heading_too_many() {
    let book = changed("Назад к", "## Ещё {#more}\n\nНазад к");
    book.has(&[(CHAPTER, "## Ещё", "heading-parity")]);
}

#[test]
fn heading_left_out_is_one_fault() {
    let book = changed("## Это не компилируется {#errors}\n", "");
    book.has(&[(CHAPTER, "## Кто", "heading-parity")]);
}

#[test]
fn listing_left_out() {
    let block = "```rust\n{{#rustdoc_include ../../listings/examples/beta_count.rs:ask}}\n```\n";
    let book = changed(block, "");
    book.has(&[(CHAPTER, "## Кто", "fence-parity")]);
}

#[test]
fn lost_line_of_a_block_is_one_fault() {
    let include = "{{#rustdoc_include ../../listings/examples/beta_count.rs:ask}}\n";
    let first = changed(&format!("```rust\n{include}"), include);
    first.has(&[(CHAPTER, "```\n\n```text", "unclosed-fence")]);
    let last = changed(&format!("{include}```\n"), include);
    last.has(&[(CHAPTER, "```rust\n", "unclosed-fence")]);
}

#[test]
fn lost_tag_is_one_fault() {
    let first = changed("<poll-exercise name=\"beta_count\">\n", "");
    first.has(&[(CHAPTER, "</poll-exercise>", "unpaired-element")]);
    let last = changed("</poll-card>\n", "");
    last.has(&[(CHAPTER, "<poll-card>", "unpaired-element")]);
}

#[test]
fn output_that_was_typed() {
    let book = changed(
        "```text\n{{#include ../../listings/output/beta_count.txt}}",
        "```text\n2 опроса",
    );
    book.has(&[(CHAPTER, "```text\n2 опроса", "fence-parity")]);
}

#[test]
fn block_too_many() {
    let book = changed("Назад к", "```text\nЕщё\n```\n\nНазад к");
    book.has(&[(CHAPTER, "```text\nЕщё", "fence-parity")]);
}

#[test]
fn blocks_in_another_order() {
    let text = Book::new().read(CHAPTER);
    let start = text.find("```rust,compile_fail").expect("the program");
    let end = text.find("Назад").expect("the text after it");
    let (program, record) = text[start..end].split_once("\n\n").expect("two blocks");
    let book = changed(
        &text[start..end],
        &format!("{}\n\n{program}\n\n", record.trim_end()),
    );
    let record = "```text\n{{#include ../../listings/compile_fail";
    book.has(&[(CHAPTER, record, "fence-parity")]);
}

#[test]
fn diagram_of_another_shape() {
    let arrow = "  Исполнитель->>Future: poll\n";
    for book in [
        changed("sequenceDiagram", "flowchart LR"),
        changed(arrow, &arrow.repeat(2)),
    ] {
        book.has(&[(CHAPTER, "```mermaid", "fence-parity")]);
    }
}

#[test]
fn trace_left_out() {
    let book = changed("{{#trace beta_count}}\n", "");
    book.has(&[(CHAPTER, "## Кто", "directive-parity")]);
}

#[test]
fn number_that_was_typed() {
    let book = changed("{{#fact beta.polls}}", "2");
    book.has(&[(CHAPTER, "# Опрос", "fact-parity")]);
}

#[test]
fn callout_left_out() {
    let book = changed("строку ①", "неё");
    book.has(&[(CHAPTER, "## Кто", "callout-parity")]);
}

#[test]
fn link_left_out() {
    let book = changed("[первой главе](alpha.md)", "первой главе");
    book.has(&[(CHAPTER, "## Это не", "link-parity")]);
}

#[test]
fn link_to_another_place() {
    let book = changed("(alpha.md)", "(#who-polls)");
    book.has(&[(CHAPTER, "(#who-polls)", "link-parity")]);
}

#[test]
fn question_left_out() {
    let text = Book::new().read(CHAPTER);
    let start = text.find("<poll-quiz id=\"output\"").expect("the quiz");
    let end = text.find("<poll-quiz id=\"code\"").expect("the next one");
    let book = changed(&text[start..end], "");
    book.has(&[(CHAPTER, "## Вопросы", "element-parity")]);
}

#[test]
fn question_with_another_name() {
    let book = changed("<poll-quiz id=\"code\"", "<poll-quiz id=\"type\"");
    book.has(&[(CHAPTER, "<poll-quiz id=\"type\"", "element-parity")]);
}

#[test]
fn key_said_twice() {
    let book = changed(
        "<poll-quiz id=\"first\">",
        "<poll-quiz id=\"first\" kind=\"one\" answer=\"nothing\">",
    );
    book.has(&[(CHAPTER, "<poll-quiz id=\"first\"", "said-once")]);
    let book = changed("<poll-card>", "<poll-card level=\"1\">");
    book.has(&[(CHAPTER, "<poll-card", "said-once")]);
}

#[test]
fn options_in_another_order() {
    let text = Book::new().read(CHAPTER);
    let start = text.find("- [yes]").expect("an option");
    let end = text[start..]
        .find("</poll-quiz>")
        .map(|at| start + at)
        .expect("the end");
    let (yes, no) = text[start..end]
        .split_once("- [E0308]")
        .expect("two options");
    let book = changed(&text[start..end], &format!("- [E0308]{no}{yes}"));
    book.has(&[(CHAPTER, "<poll-quiz id=\"code\"", "quiz-parity")]);
}

#[test]
fn option_left_out() {
    let book = changed("- [yes] Да.\n\n  Типы различаются.\n", "");
    book.has(&[(CHAPTER, "<poll-quiz id=\"code\"", "quiz-parity")]);
}

#[test]
fn explanation_left_out() {
    let book = changed("- [yes] Да.\n\n  Типы различаются.\n", "- [yes] Да.\n");
    book.has(&[(CHAPTER, "- [yes]", "quiz-option")]);
}

#[test]
fn question_without_its_text() {
    let book = changed("Компилируется ли это?\n", "");
    book.has(&[(CHAPTER, "<poll-quiz id=\"code\"", "broken-quiz")]);
}

#[test]
fn hint_left_out() {
    let book = changed("2. Сосчитайте.\n", "");
    book.has(&[(CHAPTER, "<poll-exercise", "exercise-parity")]);
}

#[test]
fn verdict_with_another_name() {
    let book = changed("- [too-few]", "- [few]");
    book.has(&[
        (CHAPTER, "<poll-exercise", "exercise-parity"),
        (CHAPTER, "<poll-exercise", "exercise-parity"),
    ]);
}
