//! mdBook's own test, `rustdoc --test` over each expanded chapter, for all
//! locales at the price of one.
//!
//! rustdoc compiles the fences and not the sentences between them. A
//! translation whose fences are those of a chapter that was run already has
//! therefore been run. Everything else is as `mdbook test` does it: one rustdoc
//! per chapter, the libraries by `-L` alone, edition 2024 (which lets rustdoc
//! compile a chapter's programs together).

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::book::{self, Expanded};
use crate::bounded::{self, Reach};
use crate::markdown::{self, Fence};
use crate::nested_cargo;
use crate::project::Project;
use crate::scratch;

/// How long one chapter may take. Programs that hang on purpose bound
/// themselves; this is for the ones that hang by mistake.
const LIMIT: Duration = Duration::from_secs(300);

/// A chapter as rustdoc gets it: includes expanded, extern crates added.
#[derive(Debug, Clone)]
pub struct Chapter {
    /// The locale's tag, `pt-BR`.
    pub locale: String,
    /// The chapter's file name without extension.
    pub slug: String,
    /// The whole text.
    pub markdown: String,
}

/// A chapter that did not pass.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The locale's tag.
    pub locale: String,
    /// The chapter's file name without extension.
    pub slug: String,
    /// What rustdoc printed.
    pub text: String,
}

/// A Rust fence: its info string and its code.
pub type Program = (String, String);

/// `cargo run -- test [--locale L] [CHAPTER]`: tests one locale or all, one
/// chapter or all; see [`run`].
///
/// # Errors
///
/// As [`run`], and when there is no such locale or chapter or the book can't be
/// expanded.
pub fn test(
    project: &Project,
    locale: Option<&str>,
    slug: Option<&str>,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<Failure>> {
    if let Some(tag) = locale.filter(|tag| project.locale(tag).is_none()) {
        bail!("there is no locale {tag}");
    }
    if let Some(slug) = slug.filter(|slug| project.entries.iter().all(|entry| entry.slug != *slug))
    {
        bail!("there is no chapter {slug}");
    }
    let mut chapters = Vec::new();
    for found in project
        .locales
        .iter()
        .filter(|found| locale.is_none_or(|tag| tag == found.tag))
    {
        for expanded in book::for_rustdoc(project, found)? {
            if slug.is_none_or(|slug| slug == expanded.slug) {
                let Expanded { slug, markdown } = expanded;
                chapters.push(Chapter {
                    locale: found.tag.clone(),
                    slug,
                    markdown,
                });
            }
        }
    }
    run(&project.root, &chapters, say)
}

/// Tests all chapters in the given order (English first, so that it is the one
/// that runs) and hands a line about each to `say`.
///
/// # Errors
///
/// When the libraries can't be built or rustdoc can't be run. A program that
/// fails is a [`Failure`].
pub fn run(root: &Path, chapters: &[Chapter], say: &mut dyn FnMut(&str)) -> Result<Vec<Failure>> {
    let libraries = scratch::libraries(root)?;
    // Below the root, so that rustup chooses the book's toolchain.
    let folder = tempfile::Builder::new()
        .prefix("book-test-")
        .tempdir_in(root.join("target"));
    let folder = folder.context("can't make a folder in target/")?;
    let mut ran: HashMap<Vec<Program>, (&Chapter, bool)> = HashMap::new();
    let mut failures = Vec::new();
    for chapter in chapters {
        let programs = rust_programs(&chapter.markdown);
        let name = chapter.name();
        let count = programs.len();
        if count == 0 {
            continue;
        }
        if let Some((first, passed)) = ran.get(&programs) {
            let verb = if *passed { "passed" } else { "failed" };
            say(&format!(
                "{name}: same {count} programs as {}, {verb} there",
                first.name()
            ));
            continue;
        }
        let start = Instant::now();
        let failure = test_chapter(folder.path(), &libraries, chapter)?;
        let verb = if failure.is_none() {
            "passed"
        } else {
            "FAILED"
        };
        say(&format!(
            "{name}: {count} programs {verb} in {:.1} s",
            start.elapsed().as_secs_f64()
        ));
        ran.insert(programs, (chapter, failure.is_none()));
        failures.extend(failure);
    }
    Ok(failures)
}

impl Chapter {
    fn name(&self) -> String {
        format!("{}/{}", self.locale, self.slug)
    }
}

fn test_chapter(folder: &Path, libraries: &Path, chapter: &Chapter) -> Result<Option<Failure>> {
    let file = format!("{}.md", chapter.name());
    let path = folder.join(&file);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("can't make {}", parent.display()))?;
    }
    fs::write(&path, &chapter.markdown)
        .with_context(|| format!("can't write {}", path.display()))?;

    let mut rustdoc = Command::new("rustdoc");
    nested_cargo::forget_outer_cargo(&mut rustdoc);
    rustdoc
        .current_dir(folder)
        .arg(&file)
        .arg("--test")
        .arg("-L")
        .arg(libraries)
        .args(["--edition", "2024"]);
    let ended = bounded::run(&mut rustdoc, LIMIT, Reach::Family).context("can't run rustdoc")?;
    let text = match ended.status {
        Some(status) if status.success() => return Ok(None),
        Some(_) => format!("{}{}", ended.stdout, ended.stderr),
        None => format!(
            "killed after {} s\n{}{}",
            LIMIT.as_secs(),
            ended.stdout,
            ended.stderr
        ),
    };
    Ok(Some(Failure {
        locale: chapter.locale.clone(),
        slug: chapter.slug.clone(),
        text,
    }))
}

/// The fences of a chapter that rustdoc takes for Rust, in their order.
pub fn rust_programs(markdown: &str) -> Vec<Program> {
    let fences = markdown::scan(markdown).fences.into_iter();
    fences
        .filter(is_rust)
        .map(|fence| (fence.info, fence.body))
        .collect()
}

/// rustdoc's rule: no word at all, `rust`, or nothing but its own words.
fn is_rust(fence: &Fence) -> bool {
    const WORDS: [&str; 5] = [
        "should_panic",
        "no_run",
        "compile_fail",
        "test_harness",
        "standalone_crate",
    ];
    let is_known = |word: &str| {
        let code = word
            .strip_prefix('E')
            .is_some_and(|digits| digits.parse::<u16>().is_ok());
        code || WORDS.contains(&word) || word.starts_with("edition") || word.starts_with("ignore")
    };
    fence.words().any(|word| word == "rust") || fence.words().all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_the_rust_fences_in_order() {
        let markdown = "\
```rust,should_panic
one
```

- item

  ```compile_fail,E0277
  two
  ```

```text
no
```

> ```rust
> three
> ```
";
        let found = rust_programs(markdown);
        let codes: Vec<_> = found.iter().map(|(_, code)| code.as_str()).collect();
        assert_eq!(codes, ["one\n", "two\n", "three\n"]);
    }

    #[test]
    fn languages_are_told_apart_as_rustdoc_does() {
        let found = |info: &str| rust_programs(&format!("```{info}\n```\n")).len();
        for rust in [
            "",
            "rust,editable",
            "no_run",
            "compile_fail,E0277",
            "edition2021",
        ] {
            assert_eq!(found(rust), 1, "{rust}");
        }
        for other in ["text", "toml", "mermaid", "console", "text,no_run"] {
            assert_eq!(found(other), 0, "{other}");
        }
    }
}
