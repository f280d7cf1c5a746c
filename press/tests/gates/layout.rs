//! Files, the order of chapters, headings, strings, mdBook's log.

use crate::support::Book;

const SUMMARY: &str = "src/en/SUMMARY.md";

#[test]
fn listed_chapter_without_a_file() {
    let book = Book::english();
    book.append(SUMMARY, "- [Gamma](gamma.md)\n");
    book.has(&[(SUMMARY, "Gamma", "missing-chapter")]);
}

#[test]
fn chapter_listed_twice() {
    let book = Book::english();
    book.append(SUMMARY, "- [Again](alpha.md)\n");
    book.has(&[(SUMMARY, "", "malformed-summary")]);
}

#[test]
fn chapter_that_is_not_listed() {
    let book = Book::new();
    book.write("src/en/gamma.md", "# Gamma {#gamma}\n");
    book.write("src/ru/delta.md", "# Delta {#delta}\n");
    book.has(&[
        ("src/en/gamma.md", "", "unlisted-chapter"),
        ("src/ru/delta.md", "", "extra-translation"),
    ]);
}

#[test]
fn file_that_belongs_nowhere() {
    let book = Book::new();
    book.write("src/notes.txt", "");
    book.write("src/ru/notes.txt", "");
    book.write("src/ru/SUMMARY.md", "");
    book.write("src/ru/.hidden", "");
    book.has(&[
        ("src/notes.txt", "", "stray-file"),
        ("src/ru/notes.txt", "", "stray-file"),
        ("src/ru/SUMMARY.md", "", "extra-translation"),
    ]);
}

#[test]
fn title_in_the_list_is_the_chapters() {
    let book = Book::new();
    book.replace(SUMMARY, "[Inert]", "[Lazy]");
    book.has(&[(SUMMARY, "Lazy", "summary-title")]);
}

#[test]
fn heading_id_in_the_list() {
    let book = Book::new();
    book.replace(SUMMARY, "[Inert]", "[Inert {#alpha}]");
    book.has(&[(SUMMARY, "Inert", "summary-heading-id")]);
}

#[test]
fn part_without_a_translation() {
    let book = Book::new();
    book.replace(SUMMARY, "Part I: Futures", "Part I");
    book.has(&[(SUMMARY, "Part I", "unknown-part")]);
}

#[test]
fn bytes_that_are_no_text() {
    let book = Book::new();
    book.write_bytes("src/ru/alpha.md", b"# One\n\xff\n");
    let faults = book.faults().0;
    assert_eq!(faults.len(), 1);
    let shown = faults[0].to_string();
    assert!(
        shown.starts_with("src/ru/alpha.md:2: error[invalid-utf8]"),
        "{shown}"
    );
}

#[test]
fn ends_of_lines_are_a_warning() {
    let book = Book::english();
    let text = book.read("src/en/alpha.md").replace('\n', "\r\n");
    book.write("src/en/alpha.md", &text);
    book.has(&[("src/en/alpha.md", "# Inert", "?line-ends")]);
}

#[test]
fn byte_order_mark() {
    let book = Book::new();
    let text = book.read("src/ru/alpha.md");
    book.write("src/ru/alpha.md", &format!("\u{feff}{text}"));
    book.has(&[("src/ru/alpha.md", "<!-- from", "byte-order-mark")]);
}

#[test]
fn chapter_without_a_title() {
    let book = Book::new();
    book.replace("src/ru/alpha.md", "# Сам по себе {#alpha}", "Сам по себе");
    book.has(&[("src/ru/alpha.md", "<!-- from", "one-title")]);
}

#[test]
fn chapter_with_two_titles() {
    let book = Book::english();
    book.append("src/en/alpha.md", "\n# More {#more}\n");
    book.has(&[("src/en/alpha.md", "# More", "one-title")]);
}

#[test]
fn title_whose_id_is_not_the_file() {
    let book = Book::english();
    book.replace("src/en/alpha.md", "{#alpha}", "{#start}");
    book.has(&[("src/en/alpha.md", "# Inert", "title-not-slug")]);
}

#[test]
fn heading_without_an_id() {
    let book = Book::new();
    book.replace("src/ru/beta.md", " {#errors}", "");
    book.has(&[("src/ru/beta.md", "## Это не", "missing-heading-id")]);
}

#[test]
fn heading_id_with_text_after_it() {
    let book = Book::new();
    book.replace("src/ru/beta.md", "{#errors}", "{#errors} вовсе");
    book.has(&[("src/ru/beta.md", "## Это не", "misplaced-heading-id")]);
}

#[test]
fn heading_id_in_other_letters() {
    let book = Book::new();
    book.replace("src/ru/beta.md", "{#errors}", "{#ошибки}");
    book.has(&[("src/ru/beta.md", "## Это не", "non-ascii-heading-id")]);
}

#[test]
fn heading_id_twice() {
    let book = Book::english();
    book.replace("src/en/beta.md", "{#errors}", "{#questions}");
    book.has(&[("src/en/beta.md", "## Questions", "duplicate-heading-id")]);
}

#[test]
fn string_that_is_missing() {
    let book = Book::new();
    book.replace("src/ru/locale.toml", "copy = \"Копировать\"\n", "");
    book.has(&[("src/ru/locale.toml", "[ui]", "missing-string")]);
}

#[test]
fn table_that_is_missing_is_one_fault() {
    let book = Book::new();
    let text = book.read("src/ru/locale.toml");
    let (before, _) = text.split_once("[trace]").expect("the table");
    book.write("src/ru/locale.toml", before);
    book.has(&[("src/ru/locale.toml", "", "missing-string")]);
}

#[test]
fn string_that_english_lacks() {
    let book = Book::new();
    book.replace(
        "src/ru/locale.toml",
        "copy = ",
        "paste = \"Вставить\"\ncopy = ",
    );
    book.has(&[("src/ru/locale.toml", "paste", "extra-string")]);
}

#[test]
fn string_without_words() {
    let book = Book::new();
    book.replace("src/ru/locale.toml", "\"Копировать\"", "\" \"");
    book.has(&[("src/ru/locale.toml", "copy", "empty-string")]);
}

#[test]
fn string_with_other_placeholders() {
    let book = Book::new();
    book.replace("src/ru/locale.toml", "{minutes} мин", "{минуты} мин, <b>&");
    book.has(&[("src/ru/locale.toml", "minutes", "wrong-placeholders")]);
}

#[test]
fn what_mdbook_says() {
    let book = Book::new();
    book.append(
        "book.toml",
        "\n[preprocessor.x]\ncommand = \"x\"\nbefore = [\"nothing\"]\n",
    );
    book.has(&[("book.toml", "", "mdbook-log")]);
}

#[test]
fn locale_that_cannot_be_read() {
    let book = Book::new();
    book.append("src/ru/locale.toml", "broken\n");
    let faults = book.faults().0;
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].rule, "malformed-locale-toml");
    assert!(faults[0].line > 15, "{}", faults[0]);
}
