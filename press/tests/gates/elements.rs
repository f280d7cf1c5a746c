//! Elements: cards, quizzes, exercises, traces.

use crate::support::Book;

const CHAPTER: &str = "src/en/beta.md";
const TRACE: &str = "listings/traces/beta_count.json";

/// The English book with one text of the chapter changed.
fn changed(old: &str, new: &str) -> Book {
    let book = Book::english();
    book.replace(CHAPTER, old, new);
    book
}

/// The English book with one text of the trace changed.
fn traced(old: &str, new: &str) -> Book {
    let book = Book::english();
    book.replace(TRACE, old, new);
    book
}

#[test]
fn element_that_nobody_knows() {
    let book = Book::english();
    book.append(CHAPTER, "\n<poll-trace name=\"x\">\n\n</poll-trace>\n");
    book.has(&[(CHAPTER, "<poll-trace", "unknown-element")]);
}

#[test]
fn element_without_an_end() {
    let book = Book::english();
    book.append(
        CHAPTER,
        "\n<poll-quiz id=\"last\" kind=\"one\" answer=\"a\">\n\nWhat?\n",
    );
    book.has(&[(CHAPTER, "<poll-quiz id=\"last\"", "unpaired-element")]);
}

#[test]
fn element_without_its_name() {
    let book = changed("<poll-quiz id=\"first\" ", "<poll-quiz ");
    book.replace(
        "src/en/alpha.md",
        "[question](beta.md#quiz-first)",
        "question",
    );
    book.has(&[(CHAPTER, "<poll-quiz kind=\"one\"", "missing-attribute")]);
}

#[test]
fn name_that_is_taken() {
    let book = changed("<poll-quiz id=\"code\"", "<poll-quiz id=\"output\"");
    book.has(&[(
        CHAPTER,
        "<poll-quiz id=\"output\" kind=\"compiles\"",
        "duplicate-element",
    )]);
}

#[test]
fn questions_without_a_card() {
    let book = Book::english();
    let text = book.read(CHAPTER);
    let (start, end) = (
        text.find("<poll-card").expect("opens"),
        text.find("It takes").expect("text"),
    );
    book.write(CHAPTER, &format!("{}{}", &text[..start], &text[end..]));
    book.has(&[(CHAPTER, "# The reader's poll", "missing-card")]);
}

#[test]
fn card_in_another_place() {
    let book = changed("<poll-card level", "First.\n\n<poll-card level");
    book.has(&[(CHAPTER, "<poll-card", "misplaced-card")]);
}

#[test]
fn card_that_lacks_something() {
    for (old, new) in [
        (" level=\"1\"", ""),
        (" level=\"1\"", " level=\"4\""),
        (" after=\"alpha\"", ""),
        (" after=\"alpha\"", " after=\"gamma\""),
        ("When nothing happens.\n", ""),
        (
            "- You will see who polls.\n- You will see how often.\n",
            "You will see.\n",
        ),
    ] {
        changed(old, new).has(&[(CHAPTER, "<poll-card", "broken-card")]);
    }
}

#[test]
fn option_without_an_explanation() {
    let book = changed(
        "- [nothing] Nothing.\n\n  It is inert.\n",
        "- [nothing] Nothing.\n",
    );
    book.has(&[(CHAPTER, "- [nothing]", "quiz-option")]);
}

#[test]
fn option_without_an_id() {
    let book = changed("- [everything] All", "- All");
    book.has(&[(CHAPTER, "- All", "quiz-option")]);
}

#[test]
fn option_id_that_is_taken() {
    let book = changed("- [everything] All", "- [nothing] All");
    book.has(&[(CHAPTER, "- [nothing] Nothing", "quiz-option")]);
}

#[test]
fn question_whose_key_fails() {
    for (old, new, open) in [
        (
            "answer=\"nothing\"",
            "answer=\"something\"",
            "<poll-quiz id=\"first\"",
        ),
        (" answer=\"nothing\"", "", "<poll-quiz id=\"first\""),
        ("kind=\"one\"", "kind=\"any\"", "<poll-quiz id=\"first\""),
        (
            "What does a future do by itself?\n",
            "",
            "<poll-quiz id=\"first\"",
        ),
        (
            "  {{#include ../../listings/output/beta_count.txt}}",
            "  3 polls",
            "<poll-quiz id=\"output\"",
        ),
        ("- [E0308] It", "- [E0277] It", "<poll-quiz id=\"code\""),
        (
            "- [count.ready.1]",
            "- [count.ready.2]",
            "<poll-quiz id=\"events\"",
        ),
    ] {
        changed(old, new).has(&[(CHAPTER, open, "broken-quiz")]);
    }
}

#[test]
fn question_about_another_program_than_it_shows() {
    let shows = |program: &str| {
        let fence = format!("{program}\n```\n");
        changed(
            "Does it compile?\n",
            &format!("Does it compile?\n\n```{fence}"),
        )
    };
    shows("rust,compile_fail,E0308\n{{#rustdoc_include ../../listings/compile_fail/beta_mismatch.rs:wrong}}")
        .has(&[]);
    shows("rust\n{{#rustdoc_include ../../listings/examples/beta_count.rs:ask}}").has(&[(
        CHAPTER,
        "<poll-quiz id=\"code\"",
        "broken-quiz",
    )]);
}

#[test]
fn exercise_without_its_files() {
    let book = Book::english();
    book.remove("listings/exercises/beta_count/solution.rs");
    book.has(&[(CHAPTER, "<poll-exercise", "missing-exercise")]);
}

#[test]
fn exercise_without_words() {
    let hints = "1. Look at `poll`.\n2. Count them.\n";
    changed(hints, "").has(&[(CHAPTER, "<poll-exercise", "exercise-without-hints")]);
    changed("Count the polls.\n", "").has(&[(CHAPTER, "<poll-exercise", "exercise-without-task")]);
}

#[test]
fn verdicts_are_those_of_the_check() {
    let item = "- [too-few] There are more.\n";
    changed(item, "").has(&[(CHAPTER, "<poll-exercise", "exercise-verdicts")]);
    changed(item, &format!("{item}- [odd] It is odd.\n")).has(&[(
        CHAPTER,
        "- [odd]",
        "exercise-verdicts",
    )]);
    changed(item, &format!("{item}- Odd.\n")).has(&[(CHAPTER, "- Odd.", "exercise-verdicts")]);
    changed(item, &format!("{item}- [hang] It sleeps.\n")).has(&[]);
}

#[test]
fn trace_that_is_not_there() {
    let book = Book::english();
    book.append(CHAPTER, "\n{{#trace beta_more}}\n");
    book.has(&[(CHAPTER, "beta_more", "missing-trace")]);
}

#[test]
fn trace_in_a_sentence() {
    let book = changed("{{#trace beta_count}}", "See {{#trace beta_count}}.");
    book.has(&[(CHAPTER, "See {{#trace", "misplaced-trace")]);
}

#[test]
fn trace_that_no_one_can_read() {
    // The quiz that asks for its order says so too.
    let quiz = (CHAPTER, "<poll-quiz id=\"events\"", "broken-quiz");
    traced("\"schema\": 1", "\"schema\": 2").has(&[(TRACE, "schema", "broken-trace"), quiz]);
    traced("\"n\":1,\"mark\":\"ask\"", "\"n\":1,\"more\":\"ask\"")
        .has(&[(TRACE, "\"more\"", "broken-trace"), quiz]);
    traced("\"n\":1,\"mark\":\"ask\"", "\"n\":2,\"mark\":\"ask\"").has(&[(
        TRACE,
        "\"ask\"",
        "broken-trace",
    )]);
}

#[test]
fn trace_of_another_program() {
    traced("\"listing\": \"beta_count\"", "\"listing\": \"beta\"").has(&[(
        TRACE,
        "listing",
        "trace-listing",
    )]);
}

#[test]
fn step_that_stands_nowhere() {
    traced("\"mark\":\"ask\"", "\"mark\":\"asks\"").has(&[(TRACE, "asks", "unknown-mark")]);
}

#[test]
fn step_of_nobody() {
    traced("\"by\":\"main\"", "\"by\":\"nobody\"").has(&[(TRACE, "nobody", "unknown-lane")]);
}

#[test]
fn kinds_have_their_words() {
    traced("\"kind\":\"executor\"", "\"kind\":\"boss\"").has(&[(TRACE, "boss", "unknown-kind")]);
    let book = Book::english();
    book.replace(
        "src/en/locale.toml",
        "ready = \"{lane} returns Ready.\"\n",
        "",
    );
    book.has(&[(TRACE, "count.ready.1", "unknown-kind")]);
}

#[test]
fn step_twice() {
    let step = "        {\"key\":\"count.poll.1\",\"kind\":\"poll\",\"lane\":\"count\",\"n\":1,\"mark\":\"ask\",\"by\":\"main\"},\n";
    let book = traced(step, &format!("{step}{}", step.replace("main", "count")));
    book.has(&[(TRACE, "\"by\":\"count\"", "duplicate-step")]);
}

#[test]
fn mark_twice() {
    let program = "listings/examples/beta_count.rs";
    let book = Book::english();
    book.append(program, "// trace::mark(\"ask\"); again // trace\n");
    book.has(&[(program, "again", "duplicate-mark")]);
}

const EXPLORER: &str = "\n<poll-explorer output=\"beta_sizes\">\n\n- [scope] Scope\n- [scope=open] open\n\
- [scope=shut] shut\n- [size] Size\n- [result] Bytes\n\n</poll-explorer>\n";
const SIZES: &str = "\
scope=open size=1: 2\nscope=open size=2: 3\nscope=shut size=1: 1\nscope=shut size=2: 1\n";

/// The English book with an explorer, one text of its words and one of its output changed.
fn explored(words: (&str, &str), output: (&str, &str)) -> Book {
    let book = Book::english();
    book.write("listings/examples/beta_sizes.rs", "fn main() {}\n");
    let shown = "\n```rust\n{{#rustdoc_include ../../listings/examples/beta_sizes.rs}}\n```\n";
    book.append(CHAPTER, shown);
    book.append(CHAPTER, &EXPLORER.replacen(words.0, words.1, 1));
    let output = SIZES.replacen(output.0, output.1, 1);
    book.write("listings/output/beta_sizes.txt", &output);
    book
}

#[test]
fn explorer_of_what_was_measured() {
    explored(("", ""), ("", "")).has(&[]);
}

#[test]
fn explorer_without_words_for_a_value() {
    let book = explored(("- [scope=shut] shut\n", ""), ("", ""));
    book.has(&[(CHAPTER, "<poll-explorer", "explorer-words")]);
}

#[test]
fn explorer_with_words_for_nothing() {
    let book = explored(("- [size]", "- [width] Width\n- [size]"), ("", ""));
    book.has(&[(CHAPTER, "- [width]", "explorer-words")]);
}

#[test]
fn explorer_of_half_a_measurement() {
    let book = explored(("", ""), ("scope=shut size=2: 1\n", ""));
    book.has(&[(CHAPTER, "<poll-explorer", "broken-explorer")]);
}
