//! Includes, fences, listings and records, facts.

use crate::support::Book;

const CHAPTER: &str = "src/en/beta.md";
const PROGRAM: &str = "listings/examples/beta_count.rs";
const ASK: &str = "{{#rustdoc_include ../../listings/examples/beta_count.rs:ask}}";

/// The English book with one text of the chapter changed.
fn changed(old: &str, new: &str) -> Book {
    let book = Book::english();
    book.replace(CHAPTER, old, new);
    book
}

#[test]
fn include_of_no_file() {
    let book = changed("output/beta_count.txt", "output/beta_cont.txt");
    book.has(&[(CHAPTER, "beta_cont.txt", "missing-file")]);
}

#[test]
fn include_of_no_anchor() {
    let book = changed(":ask}}", ":asks}}");
    book.has(&[
        (CHAPTER, ":asks", "missing-anchor"),
        (PROGRAM, "ANCHOR: ask", "unused-anchor"),
    ]);
}

#[test]
fn include_by_line_numbers() {
    let book = changed("output/beta_count.txt", "output/beta_count.txt:1:2");
    book.has(&[(CHAPTER, ":1:2", "line-numbers")]);
}

#[test]
fn include_from_outside() {
    let book = changed(
        "../../listings/output/beta_count.txt",
        "../../../listings/output/beta_count.txt",
    );
    book.has(&[(CHAPTER, "../../../", "path-escape")]);
}

#[cfg(unix)]
#[test]
fn include_through_a_link_to_outside() {
    let book = Book::english();
    let outside = tempfile::NamedTempFile::new().expect("a file");
    let link = book.root().join("listings/output/away.txt");
    std::os::unix::fs::symlink(outside.path(), link).expect("a link");
    book.append(
        CHAPTER,
        "\n```text\n{{#include ../../listings/output/away.txt}}\n```\n",
    );
    book.has(&[(CHAPTER, "away.txt", "path-escape")]);
}

#[test]
fn whole_file_whose_anchors_would_show() {
    let book = Book::english();
    book.append(
        CHAPTER,
        &format!("\n```rust\n{}\n```\n", ASK.replace(":ask", "")),
    );
    book.has(&[(CHAPTER, "beta_count.rs}}", "visible-anchor")]);
}

#[test]
fn anchor_twice() {
    let book = Book::english();
    book.append(
        PROGRAM,
        "// ANCHOR: ask\nfn more() {}\n// ANCHOR_END: ask\n",
    );
    book.has(&[(PROGRAM, "// ANCHOR: ask\nfn more", "duplicate-anchor")]);
}

#[test]
fn anchor_that_nobody_shows() {
    let book = Book::english();
    book.append(
        PROGRAM,
        "// ANCHOR: more\nfn more() {}\n// ANCHOR_END: more\n",
    );
    book.has(&[(PROGRAM, "ANCHOR: more", "unused-anchor")]);
}

#[test]
fn anchor_that_does_not_end() {
    let book = Book::english();
    book.replace(PROGRAM, "ANCHOR_END: ask", "ANCHOR_END: aks");
    book.has(&[
        (PROGRAM, "ANCHOR: ask", "unpaired-anchor"),
        (PROGRAM, "ANCHOR_END: aks", "unpaired-anchor"),
    ]);
}

#[test]
fn anchor_around_nothing() {
    let book = Book::english();
    book.append(PROGRAM, "// ANCHOR: none\n// ANCHOR_END: none\n");
    book.append(
        CHAPTER,
        &format!("\n```rust\n{}\n```\n", ASK.replace(":ask", ":none")),
    );
    book.has(&[(PROGRAM, "ANCHOR: none", "empty-anchor")]);
}

#[test]
fn directive_that_nobody_knows() {
    let book = changed("Back to", "{{#title Other}}Back to");
    book.has(&[(CHAPTER, "{{#title", "unknown-directive")]);
}

#[test]
fn directive_that_does_not_end() {
    let book = changed(
        "{{#fact beta.futures}} future",
        "{{#fact beta.futures} future",
    );
    book.has(&[
        (CHAPTER, "It takes", "leftover-directive"),
        ("listings/facts.toml", "futures", "unused-fact"),
    ]);
}

#[test]
fn directive_with_a_space() {
    let book = changed("{{#trace", "{{ #trace");
    book.has(&[(CHAPTER, "{{ #trace", "leftover-directive")]);
}

#[test]
fn directive_that_would_be_shown() {
    let book = changed(
        "Back to",
        "\\{{#include ../../listings/output/beta_count.txt}} Back to",
    );
    book.has(&[(CHAPTER, "", "leftover-directive")]);
}

#[test]
fn directive_in_a_listing() {
    let book = Book::english();
    book.replace(PROGRAM, "// ②", "// {{#include x}}");
    book.has(&[(PROGRAM, "{{#include", "leftover-directive")]);
}

#[test]
fn fence_without_a_language() {
    let book = changed(
        "```text\n{{#include ../../listings/output",
        "```\n{{#include ../../listings/output",
    );
    book.has(&[(CHAPTER, "```\n{{#include", "fence-without-language")]);
}

#[test]
fn fence_in_a_language_of_no_use() {
    let book = changed(
        "```text\n{{#include ../../listings/output",
        "```json\n{{#include ../../listings/output",
    );
    book.has(&[(CHAPTER, "```json", "unknown-language")]);
}

#[test]
fn fence_that_does_not_end() {
    let book = Book::english();
    book.append(CHAPTER, "\n```text\nand so on\n");
    book.has(&[(CHAPTER, "```text\nand so on", "unclosed-fence")]);
}

#[test]
fn code_by_four_spaces() {
    let book = Book::english();
    book.append(CHAPTER, "\n    let a = 1;\n");
    book.has(&[(CHAPTER, "    let a", "indented-code")]);
}

#[test]
fn program_that_is_typed() {
    let book = Book::english();
    book.append(CHAPTER, "\n```rust\nfn main() {}\n```\n");
    book.append(CHAPTER, &format!("\n```rust\n{ASK}\nfn more() {{}}\n```\n"));
    book.append(
        CHAPTER,
        &format!("\n```rust\n{}\n```\n", ASK.replace("rustdoc_", "")),
    );
    book.has(&[
        (CHAPTER, "```rust\nfn main", "typed-rust"),
        (CHAPTER, &format!("```rust\n{ASK}\nfn"), "typed-rust"),
        (CHAPTER, "```rust\n{{#include", "typed-rust"),
    ]);
}

#[test]
fn program_in_a_block_of_text() {
    let book = Book::english();
    book.append(
        CHAPTER,
        &format!("\n```text\n{}\n```\n", ASK.replace("rustdoc_", "")),
    );
    book.has(&[(
        CHAPTER,
        "```text\n{{#include ../../listings/examples",
        "rust-as-text",
    )]);
}

#[test]
fn program_that_is_not_tested() {
    for word in ["ignore", "no_run", "ignore-windows"] {
        let book = changed("```rust\n", &format!("```rust,{word}\n"));
        book.has(&[(CHAPTER, &format!("```rust,{word}"), "ignored-fence")]);
    }
}

#[test]
fn flags_are_those_of_the_record() {
    for (path, program, right, wrong) in [
        (CHAPTER, "examples/beta_count", "rust", "rust,compile_fail"),
        (CHAPTER, "examples/beta_count", "rust", "rust,should_panic"),
        (
            CHAPTER,
            "compile_fail/beta_mismatch",
            "rust,compile_fail,E0308",
            "rust",
        ),
        (
            CHAPTER,
            "compile_fail/beta_mismatch",
            "rust,compile_fail,E0308",
            "rust,compile_fail",
        ),
        (
            CHAPTER,
            "compile_fail/beta_mismatch",
            "rust,compile_fail,E0308",
            "rust,compile_fail,E0277",
        ),
        (
            "src/en/alpha.md",
            "examples/alpha_panics",
            "rust,should_panic",
            "rust",
        ),
        (
            "src/en/alpha.md",
            "compile_fail/alpha_unnumbered",
            "rust,compile_fail",
            "rust,compile_fail,E0308",
        ),
    ] {
        let book = Book::english();
        let fence = |info| format!("```{info}\n{{{{#rustdoc_include ../../listings/{program}");
        book.replace(path, &fence(right), &fence(wrong));
        book.has(&[(path, &fence(wrong), "wrong-fence-flags")]);
    }
}

#[test]
fn failing_program_in_a_folder_of_its_own() {
    let book = Book::english();
    book.write(
        "listings/compile_fail/beta_feature/main.rs",
        "fn main() {}\n",
    );
    book.write(
        "listings/compile_fail/beta_feature/Cargo.toml",
        "[dependencies]\n",
    );
    book.write(
        "listings/compile_fail/beta_feature.stderr",
        "error[E0432]: no\n",
    );
    let fence = "{{#rustdoc_include ../../listings/compile_fail/beta_feature/main.rs}}\n```\n";
    let record = "{{#include ../../listings/compile_fail/beta_feature.stderr}}\n```\n";
    book.append(
        CHAPTER,
        &format!("\n```rust,compile_fail,E0432\n{fence}\n```text\n{record}"),
    );
    book.has(&[]);
}

#[test]
fn failing_program_without_its_message() {
    let book = changed(
        "```text\n{{#include ../../listings/compile_fail/beta_mismatch.stderr}}\n```\n",
        "",
    );
    book.remove("listings/compile_fail/beta_mismatch.stderr");
    book.replace(
        CHAPTER,
        "program=\"beta_mismatch\"",
        "program=\"beta_count\"",
    );
    book.has(&[(CHAPTER, "```rust,compile_fail,E0308", "missing-record")]);
}

#[test]
fn files_that_nobody_shows() {
    let book = Book::english();
    book.write("listings/examples/beta_more.rs", "fn main() {}\n");
    book.write("listings/output/beta_more.txt", "more\n");
    book.write("listings/output/beta_orphan.txt", "more\n");
    book.write("listings/compile_fail/beta_wrong.rs", "fn main() {}\n");
    book.write("listings/compile_fail/beta_wrong.stderr", "error: no\n");
    book.write("listings/exercises/beta_more/start.rs", "");
    book.write("listings/exercises/beta_more/check.rs", "");
    book.has(&[
        ("listings/examples/beta_more.rs", "", "unused-listing"),
        ("listings/output/beta_orphan.txt", "", "unused-listing"),
        ("listings/compile_fail/beta_wrong.rs", "", "unused-listing"),
        ("listings/exercises/beta_more", "", "unused-listing"),
    ]);
}

#[test]
fn trace_that_nobody_shows() {
    let book = changed("{{#trace beta_count}}\n", "");
    let quiz = book
        .read(CHAPTER)
        .find("<poll-quiz id=\"events\"")
        .expect("the quiz");
    let end = book
        .read(CHAPTER)
        .find("<poll-exercise")
        .expect("the exercise");
    let text = book.read(CHAPTER);
    book.write(CHAPTER, &format!("{}{}", &text[..quiz], &text[end..]));
    book.has(&[("listings/traces/beta_count.json", "", "unused-listing")]);
}

#[test]
fn output_that_nobody_shows_is_a_warning() {
    let include =
        "```text\n{{#include ../../listings/compile_fail/alpha_unnumbered.stderr}}\n```\n";
    let book = Book::english();
    book.replace("src/en/alpha.md", include, "");
    book.has(&[(
        "listings/compile_fail/alpha_unnumbered.stderr",
        "",
        "?unshown-output",
    )]);
}

#[test]
fn program_that_only_a_fact_needs() {
    let book = Book::english();
    book.write("listings/examples/beta_size.rs", "fn main() {}\n");
    book.write("listings/output/beta_size.txt", "16 bytes\n");
    book.append(
        "listings/facts.toml",
        "size = { output = \"beta_size\", pattern = '(\\d+) bytes' }\n",
    );
    book.append(CHAPTER, "\n{{#fact beta.size}} bytes.\n");
    book.has(&[]);
}

#[test]
fn fact_that_is_not_there() {
    let book = changed("Back to", "{{#fact beta.more}} times. Back to");
    book.has(&[(CHAPTER, "beta.more", "unknown-fact")]);
}

#[test]
fn fact_that_nobody_uses() {
    let book = changed("{{#fact beta.futures}}", "1");
    book.has(&[("listings/facts.toml", "futures", "unused-fact")]);
}

#[test]
fn fact_that_no_output_has() {
    let book = Book::english();
    book.replace("listings/facts.toml", "of (", "off (");
    book.has(&[("listings/facts.toml", "futures", "broken-fact")]);
}

#[test]
fn facts_that_no_one_can_read() {
    let book = Book::english();
    book.append("listings/facts.toml", "broken\n");
    book.has(&[("listings/facts.toml", "broken", "malformed-facts")]);
}
