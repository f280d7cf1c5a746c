//! Gives every program of every locale to skeptic, each distinct one once.
//!
//! The chapters are expanded by the same call as for the site. Next to the
//! generated tests stands a census: which test runs which fence.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use press::book;
use press::listing;
use press::markdown::{Fence, scan};
use press::project::Project;
use serde_json::json;

/// A fence of a locale's chapter.
struct Program {
    locale: String,
    slug: String,
    /// The listing's name, for the test's name.
    name: String,
    info: String,
    /// As it stands in the text for rustdoc: `# ` before each hidden line.
    body: String,
    /// The whole program, whatever part of it is shown.
    code: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for path in ["src", "listings", "book.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed=../{path}");
    }
    println!("cargo::rustc-env=TARGET={}", std::env::var("TARGET")?);
    println!("cargo::rustc-env=REAL_RUSTC={}", std::env::var("RUSTC")?);
    let project = Project::load(&root).map_err(|faults| faults.render(&root))?;
    let programs = programs(&project)?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let folder = out.join("chapters");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let (files, distinct) = write_chapters(&folder, &programs)?;
    if files.is_empty() {
        fs::write(out.join("skeptic-tests.rs"), "")?;
    } else {
        skeptic::generate_doc_tests(&files);
    }
    let tests = use_edition(&out.join("skeptic-tests.rs"))?;
    write_census(&out.join("census.json"), &programs, &distinct, &tests)
}

fn programs(project: &Project) -> Result<Vec<Program>, Box<dyn Error>> {
    let mut programs = Vec::new();
    for locale in &project.locales {
        // The text with our notes says which file a fence shows; the text for
        // rustdoc holds the programs. Both have the same fences.
        let noted = book::included(project, locale)?;
        let tested = book::for_rustdoc(project, locale)?;
        for (noted, tested) in noted.iter().zip(&tested) {
            let noted = scan(&noted.markdown).fences;
            let fences = scan(&tested.markdown).fences;
            for (noted, fence) in noted.iter().zip(fences).filter(|(f, _)| f.is_rust()) {
                programs.push(program(&locale.tag, &tested.slug, noted, &fence));
            }
        }
    }
    Ok(programs)
}

fn program(locale: &str, slug: &str, noted: &Fence, fence: &Fence) -> Program {
    // What rustdoc can't be given says `text` there.
    let (info, origin) = listing::origin(noted);
    let name = origin.map_or_else(String::new, |origin| {
        format!("{} {}", origin.name(), origin.anchor)
    });
    Program {
        locale: locale.to_owned(),
        slug: slug.to_owned(),
        name,
        info,
        body: fence.body.clone(),
        code: listing::lines(&fence.body)
            .into_iter()
            .map(|line| line.text + "\n")
            .collect(),
    }
}

impl Program {
    /// How skeptic is to take it; `None` when it has to be left out.
    ///
    /// Skeptic takes `compile_fail` for must-compile, and its `should_panic`
    /// passes on code that does not compile.
    fn info_for_skeptic(&self) -> Option<&str> {
        match self.kind() {
            "compile-fail" => None,
            "panic" => Some("rust,no_run"),
            _ => Some("rust"),
        }
    }

    fn kind(&self) -> &'static str {
        if self.info.contains("compile_fail") {
            "compile-fail"
        } else if self.info.contains("should_panic") {
            "panic"
        } else if self.info.contains("ignore") || self.info.contains("no_run") {
            "ignored"
        } else {
            "run"
        }
    }
}

/// How skeptic takes a program, its code, and the number of its test.
type Distinct<'a> = HashMap<(&'a str, &'a str), usize>;

/// Writes `<locale>__<slug>.md` with the programs that no file before has.
fn write_chapters<'a>(
    folder: &Path,
    programs: &'a [Program],
) -> Result<(Vec<String>, Distinct<'a>), Box<dyn Error>> {
    let mut distinct = Distinct::new();
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for program in programs {
        let Some(info) = program.info_for_skeptic() else {
            continue;
        };
        let next = distinct.len();
        let key = (info, program.code.as_str());
        if *distinct.entry(key).or_insert(next) < next {
            continue;
        }
        let path = folder.join(format!("{}__{}.md", program.locale, program.slug));
        if files.last().is_none_or(|(last, _)| *last != path) {
            files.push((path, String::new()));
        }
        if let Some((_, text)) = files.last_mut() {
            text.push_str(&format!(
                "# {}\n\n```{info}\n{}```\n\n",
                program.name, program.body
            ));
        }
    }
    let mut paths = Vec::new();
    for (path, text) in files {
        fs::write(&path, text)?;
        // Skeptic tells Cargo to watch these files. Newer than this script's
        // start, they would have it run again each time.
        File::options()
            .write(true)
            .open(&path)?
            .set_modified(SystemTime::UNIX_EPOCH)?;
        paths.push(path.display().to_string());
    }
    Ok((paths, distinct))
}

/// Sends the generated calls through `crate::edition`, since skeptic never
/// asks for more than 2021, and returns the tests' names in order.
fn use_edition(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?.replace("skeptic::rt::", "crate::edition::");
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("#[test] fn ")?.split('(').next())
        .map(str::to_owned)
        .collect();
    fs::write(path, text)?;
    Ok(names)
}

fn write_census(
    path: &Path,
    programs: &[Program],
    distinct: &Distinct<'_>,
    tests: &[String],
) -> Result<(), Box<dyn Error>> {
    let rows: Vec<_> = programs
        .iter()
        .map(|program| {
            let test = program
                .info_for_skeptic()
                .and_then(|info| distinct.get(&(info, program.code.as_str())))
                .and_then(|&n| tests.get(n));
            json!({
                "locale": program.locale,
                "slug": program.slug,
                "listing": program.name,
                "kind": program.kind(),
                "test": test,
            })
        })
        .collect();
    fs::write(path, serde_json::to_string_pretty(&rows)?)?;
    Ok(())
}
