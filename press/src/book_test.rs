//! mdBook's own test, `rustdoc --test` over each expanded chapter, for all
//! locales at the price of one.
//!
//! rustdoc compiles the fences and not the sentences between them. A
//! translation whose fences are those of a chapter that was run already has
//! therefore been run. Everything else is as `mdbook test` does it: one rustdoc
//! per chapter, the libraries by `-L` alone, edition 2024 (which lets rustdoc
//! compile a chapter's programs together).
//!
//! What has passed with the same rustdoc and libraries is not compiled again:
//! see [`Reuse`]. The programs themselves run each time in the other tests,
//! through Cargo and through skeptic.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::book::{self, Expanded};
use crate::bounded::{self, Reach};
use crate::markdown::{self, Fence};
use crate::nested_cargo;
use crate::project::Project;
use crate::scratch;
use crate::workers::{self, joined};

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

/// Whether programs that have passed count as tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// A chapter that has passed with this rustdoc and these libraries passes.
    Passed,
    /// Every chapter is compiled and run.
    Nothing,
}

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
    reuse: Reuse,
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
    run(&project.root, &chapters, reuse, say)
}

/// Tests all chapters and hands a line about each to `say`. Of those with the
/// same programs the first is the one that runs.
///
/// # Errors
///
/// When the libraries can't be built or rustdoc can't be run. A program that
/// fails is a [`Failure`].
pub fn run(
    root: &Path,
    chapters: &[Chapter],
    reuse: Reuse,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<Failure>> {
    let libraries = scratch::libraries(root)?;
    let passed = Passed::open(root, &libraries)?;
    // Below the root, so that rustup chooses the book's toolchain.
    let folder = tempfile::Builder::new()
        .prefix("book-test-")
        .tempdir_in(root.join("target"));
    let folder = folder.context("can't make a folder in target/")?;
    let mut first: HashMap<Vec<Program>, &Chapter> = HashMap::new();
    let (mut distinct, mut same) = (Vec::new(), Vec::new());
    for chapter in chapters {
        let programs = rust_programs(&chapter.markdown);
        match first.entry(programs.clone()) {
            _ if programs.is_empty() => {}
            Entry::Occupied(found) => same.push((chapter, programs.len(), *found.get())),
            Entry::Vacant(place) => {
                place.insert(chapter);
                distinct.push((chapter, programs));
            }
        }
    }
    let (tell, told) = channel();
    let (with, into, libraries) = (&passed, folder.path(), libraries.as_path());
    // Owns the sender: when all is done nobody can tell any more.
    let work = move |(chapter, programs): (&Chapter, Vec<Program>)| {
        let (name, count) = (chapter.name(), programs.len());
        if reuse == Reuse::Passed && with.has(&programs) {
            tell.send((format!("{name}: {count} programs have passed before"), None))?;
            return Ok(None);
        }
        let start = Instant::now();
        let failure = test_chapter(into, libraries, chapter)?;
        let verb = match failure {
            None => "passed",
            Some(_) => "FAILED",
        };
        if failure.is_none() {
            with.note(&programs)?;
        }
        let time = start.elapsed().as_secs_f64();
        tell.send((
            format!("{name}: {count} programs {verb} in {time:.1} s"),
            failure,
        ))?;
        Ok(None)
    };
    let mut failures = Vec::new();
    thread::scope(|scope| {
        let tests = scope.spawn(move || workers::each(distinct, work));
        for (line, failure) in told {
            say(&line);
            failures.extend(failure);
        }
        joined(tests)
    })?;
    for (chapter, count, first) in same {
        let name = chapter.name();
        say(&format!(
            "{name}: same {count} programs as {}",
            first.name()
        ));
    }
    Ok(failures)
}

/// The programs that have passed, below `target/`: a file named by a hash for
/// each chapter's.
struct Passed {
    folder: PathBuf,
    /// rustdoc's version and every library.
    with: String,
}

impl Passed {
    fn open(root: &Path, libraries: &Path) -> Result<Self> {
        let mut rustdoc = Command::new("rustdoc");
        nested_cargo::forget_outer_cargo(&mut rustdoc);
        let version = rustdoc.current_dir(root).arg("-vV").output();
        let version = version.context("can't run rustdoc")?;
        let mut with = String::from_utf8_lossy(&version.stdout).into_owned();
        let mut files = fs::read_dir(libraries)?.collect::<Result<Vec<_>, _>>()?;
        files.sort_by_key(DirEntry::file_name);
        for file in files {
            let about = file.metadata()?;
            let (name, length, time) = (file.file_name(), about.len(), about.modified()?);
            with.push_str(&format!("{name:?} {length} {time:?}\n"));
        }
        let folder = root.join("target/book-test-passed");
        fs::create_dir_all(&folder).with_context(|| format!("can't make {}", folder.display()))?;
        Ok(Self { folder, with })
    }

    fn file(&self, programs: &[Program]) -> PathBuf {
        let hash = Sha256::digest(format!("{}{programs:?}", self.with));
        self.folder.join(format!("{hash:x}"))
    }

    fn has(&self, programs: &[Program]) -> bool {
        self.file(programs).exists()
    }

    fn note(&self, programs: &[Program]) -> Result<()> {
        let file = self.file(programs);
        fs::write(&file, "").with_context(|| format!("can't write {}", file.display()))
    }
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
