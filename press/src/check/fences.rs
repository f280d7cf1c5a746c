//! Fences: each names its language, and a program is never typed in a chapter.

use super::sources::{Chapter, Sources, listing_name};
use super::target::{Target, is_include};
use crate::fault::Faults;
use crate::markdown::{Fence, directives};

const LANGUAGES: [&str; 5] = ["rust", "text", "toml", "console", "mermaid"];

/// Every fence of every chapter.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (_, chapter) in sources.chapters() {
        for fence in &chapter.doc.fences {
            for (rule, message, mend) in wrong(sources, chapter, fence) {
                faults.push(chapter.fault(&fence.span, rule, message, mend));
            }
        }
    }
}

type Wrong = (&'static str, String, String);

fn wrong(sources: &Sources<'_>, chapter: &Chapter, fence: &Fence) -> Vec<Wrong> {
    let mut found = Vec::new();
    let mut say = |rule, message: &str, mend: &str| {
        found.push((rule, message.to_owned(), mend.to_owned()));
    };
    let language = fence.language();
    if !fence.fenced {
        say(
            "indented-code",
            "four spaces before a line make it code",
            "take the spaces away, or put the code between ```text and ```",
        );
        return found;
    }
    if fence
        .body
        .lines()
        .any(|line| line.trim_start().starts_with("```"))
    {
        say(
            "unclosed-fence",
            "another code block begins inside this one: a line with ``` is missing",
            "begin each block with ```language and end it with ```, as the English chapter does",
        );
        return found;
    }
    if !is_closed(&chapter.text[fence.span.clone()]) {
        say(
            "unclosed-fence",
            "the code block has no end, so what follows is code",
            "write ``` on a line of its own after the code",
        );
        return found;
    }
    if language.is_empty() {
        say(
            "fence-without-language",
            "the code block does not say its language",
            "write the language after the three backticks, ```text if there is none",
        );
        return found;
    }
    if !LANGUAGES.contains(&language) {
        let message = format!("`{language}` is none of the book's languages");
        say(
            "unknown-language",
            &message,
            "use rust, text, toml, console or mermaid",
        );
    }
    for word in fence
        .words()
        .filter(|word| word.starts_with("ignore") || *word == "no_run")
    {
        let message = format!("`{word}` keeps the program from being tested");
        say(
            "ignored-fence",
            &message,
            "remove the word: every program of the book is run",
        );
    }
    found.extend(if fence.is_rust() {
        rust(sources, fence)
    } else {
        other(fence)
    });
    found
}

/// Whether the last line of a fenced block is its closing fence.
fn is_closed(block: &str) -> bool {
    let last = block.trim_end().lines().skip(1).last().unwrap_or_default();
    let last = last.trim_start_matches([' ', '>', '\t']).trim_end();
    last.len() >= 3 && (last.chars().all(|c| c == '`') || last.chars().all(|c| c == '~'))
}

/// The listing that a Rust fence shows, if it shows exactly one.
fn shown(fence: &Fence) -> Option<Target> {
    let body = fence.body.trim();
    let found = directives(body);
    let [directive] = found.as_slice() else {
        return None;
    };
    if directive.span != (0..body.len()) || directive.name != "rustdoc_include" {
        return None;
    }
    match Target::of(directive) {
        Some(target) if !is_rust_listing(&target.path) => None,
        // A path that leaves the project is a fault of its own.
        target => target.or(Some(Target {
            path: String::new(),
            part: super::target::Part::Whole,
        })),
    }
}

fn is_rust_listing(path: &str) -> bool {
    path.starts_with("listings/") && path.ends_with(".rs")
}

fn rust(sources: &Sources<'_>, fence: &Fence) -> Vec<Wrong> {
    let Some(target) = shown(fence) else {
        return vec![(
            "typed-rust",
            "a Rust block holds one {{#rustdoc_include …}} of a listing and nothing else"
                .to_owned(),
            "copy the block from the English chapter; a new program goes to listings/examples/"
                .to_owned(),
        )];
    };
    if !sources.has_file(&target.path) {
        return Vec::new();
    }
    let expected = match expected(sources, &target.path) {
        Ok(expected) => expected,
        Err(wrong) => return vec![wrong],
    };
    let ignored = |word: &&str| word.starts_with("ignore") || *word == "no_run";
    let mut given: Vec<&str> = fence
        .words()
        .skip(1)
        .filter(|word| !ignored(word))
        .collect();
    let mut wanted: Vec<&str> = expected.iter().map(String::as_str).collect();
    let info = ["rust"]
        .iter()
        .chain(&wanted)
        .copied()
        .collect::<Vec<_>>()
        .join(",");
    given.sort_unstable();
    wanted.sort_unstable();
    if given == wanted {
        return Vec::new();
    }
    vec![(
        "wrong-fence-flags",
        format!("the record of {} asks for ```{info}", target.path),
        format!("write ```{info} at the beginning of the block"),
    )]
}

/// The words after `rust` that the records of a listing ask for.
fn expected(sources: &Sources<'_>, path: &str) -> Result<Vec<String>, Wrong> {
    if let Some(name) = listing_name(path, "compile_fail") {
        let record = format!("listings/compile_fail/{name}.stderr");
        let Some(message) = sources.listings.text(&record) else {
            return Err((
                "missing-record",
                format!("the compiler's message is not recorded: there is no {record}"),
                "run `cargo run -- record`".to_owned(),
            ));
        };
        let code = message
            .lines()
            .find_map(|line| Some(line.strip_prefix("error[")?.split_once(']')?.0.to_owned()));
        return Ok(["compile_fail".to_owned()]
            .into_iter()
            .chain(code)
            .collect());
    }
    let panics = listing_name(path, "examples").is_some_and(|name| {
        let record = format!("listings/output/{name}.status");
        sources.listings.files.contains_key(&record)
    });
    Ok(if panics {
        vec!["should_panic".to_owned()]
    } else {
        Vec::new()
    })
}

fn other(fence: &Fence) -> Vec<Wrong> {
    let mut found = Vec::new();
    let ignored = |word: &&str| word.starts_with("ignore") || *word == "no_run";
    let words: Vec<&str> = fence
        .words()
        .skip(1)
        .filter(|word| !ignored(word))
        .collect();
    if !words.is_empty() {
        found.push((
            "wrong-fence-flags",
            format!(
                "a {} block takes no `{}`",
                fence.language(),
                words.join(",")
            ),
            format!("write only ```{}", fence.language()),
        ));
    }
    let is_program = directives(&fence.body).iter().any(|directive| {
        let target = Target::of(directive).filter(|_| is_include(directive));
        target.is_some_and(|target| target.path.ends_with(".rs"))
    });
    if is_program {
        found.push((
            "rust-as-text",
            "a Rust file is shown in a block of another language, where no test runs it".to_owned(),
            "write ```rust and {{#rustdoc_include …}}".to_owned(),
        ));
    }
    found
}
