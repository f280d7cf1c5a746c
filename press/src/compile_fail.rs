//! The programs that must not compile, and what the compiler says of them.
//!
//! `listings/compile_fail/X.rs` is a program for the book's libraries. A folder
//! `listings/compile_fail/X/` with a `main.rs` and the `[dependencies]` table of
//! a `Cargo.toml` is one that fails because of its dependencies (a feature of
//! Tokio that is missing). The message of either is recorded in
//! `listings/compile_fail/X.stderr`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use toml::Value;

use crate::dependencies::{self, read_toml};
use crate::diagnostic::{self, Diagnostic};
use crate::scratch::{Bin, Scratch, read};

/// The folder of the programs, below the root of the book.
pub const FOLDER: &str = "listings/compile_fail";

/// What the compiler says of one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The program's name, without extension.
    pub name: String,
    /// The code of the first numbered error (`E0277`), if rustc numbers it.
    pub code: Option<String>,
    /// The messages as the book shows them (see [`diagnostic::render`]);
    /// empty if the program compiles, which none of them may.
    pub rendered: String,
}

impl Diagnosis {
    fn new(name: String, messages: &[Diagnostic], root: &Path) -> Self {
        let fails = messages.iter().any(Diagnostic::is_error);
        Self {
            name,
            code: messages
                .iter()
                .find_map(Diagnostic::error_code)
                .map(str::to_string),
            rendered: if fails {
                diagnostic::render(messages, root)
            } else {
                String::new()
            },
        }
    }

    /// Whether the compiler accepted the program.
    pub fn compiles(&self) -> bool {
        self.rendered.is_empty()
    }
}

/// Compiles every program and returns the diagnoses in the order of their
/// names. The ones that need the book's libraries share one run of Cargo.
///
/// # Errors
///
/// When a program can't be read or Cargo can't be run.
pub fn check_all(root: &Path) -> Result<Vec<Diagnosis>> {
    let root = &fs::canonicalize(root).with_context(|| format!("no folder {}", root.display()))?;
    let programs = programs(root)?;
    let mut found = BTreeMap::new();
    let (files, folders): (Vec<_>, Vec<_>) =
        programs.iter().partition(|program| !program.is_folder);
    if !files.is_empty() {
        found.extend(compile(
            root,
            "compile-fail",
            &files,
            dependencies::book_dependencies(root)?,
        )?);
    }
    for folder in folders {
        let own = read_toml(&root.join(FOLDER).join(&folder.name).join("Cargo.toml"))?;
        let own = own
            .get("dependencies")
            .and_then(Value::as_table)
            .cloned()
            .unwrap_or_default();
        let package = format!("compile-fail-{}", folder.name);
        found.extend(compile(
            root,
            &package,
            &[folder],
            dependencies::resolve(root, &own)?,
        )?);
    }

    let diagnose = |program: Program| {
        let messages = found.remove(&program.name).unwrap_or_default();
        Diagnosis::new(program.name, &messages, root)
    };
    Ok(programs.into_iter().map(diagnose).collect())
}

/// Writes each diagnosis to `<dir>/<name>.stderr` and removes records there
/// that have no program, or one that compiles.
///
/// # Errors
///
/// When the folder can't be read or written.
pub fn write_records(diagnoses: &[Diagnosis], dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("can't make {}", dir.display()))?;
    for diagnosis in diagnoses.iter().filter(|diagnosis| !diagnosis.compiles()) {
        let record = record_path(dir, &diagnosis.name);
        if fs::read_to_string(&record).is_ok_and(|old| old == diagnosis.rendered) {
            continue;
        }
        fs::write(&record, &diagnosis.rendered)
            .with_context(|| format!("can't write {}", record.display()))?;
    }
    for orphan in orphans(diagnoses, dir)? {
        fs::remove_file(&orphan).with_context(|| format!("can't remove {}", orphan.display()))?;
    }
    Ok(())
}

/// The records in `dir` that no failing program belongs to.
///
/// # Errors
///
/// When the folder can't be read.
pub fn orphans(diagnoses: &[Diagnosis], dir: &Path) -> Result<Vec<PathBuf>> {
    let mut orphans = Vec::new();
    for entry in fs::read_dir(dir).with_context(|| format!("can't read {}", dir.display()))? {
        let path = entry?.path();
        let is_record = path
            .extension()
            .is_some_and(|extension| extension == "stderr");
        let owns = |diagnosis: &Diagnosis| {
            !diagnosis.compiles() && record_path(dir, &diagnosis.name) == path
        };
        if is_record && !diagnoses.iter().any(owns) {
            orphans.push(path);
        }
    }
    orphans.sort();
    Ok(orphans)
}

/// Where a program's message is recorded.
pub fn record_path(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.stderr"))
}

struct Program {
    name: String,
    /// Relative to the root of the book, and the same in the scratch package,
    /// so that rustc prints the path that the reader knows.
    source: String,
    is_folder: bool,
}

fn programs(root: &Path) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    let folder = root.join(FOLDER);
    for entry in
        fs::read_dir(&folder).with_context(|| format!("can't read {}", folder.display()))?
    {
        let path = entry?.path();
        let Some(name) = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .map(str::to_string)
        else {
            bail!("{} has no UTF-8 name", path.display());
        };
        let is_folder = path.is_dir();
        let source = if is_folder {
            format!("{FOLDER}/{name}/main.rs")
        } else {
            format!("{FOLDER}/{name}.rs")
        };
        if is_folder || path.extension().is_some_and(|extension| extension == "rs") {
            programs.push(Program {
                name,
                source,
                is_folder,
            });
        }
    }
    programs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(programs)
}

fn compile(
    root: &Path,
    package: &str,
    programs: &[&Program],
    dependencies: toml::Table,
) -> Result<BTreeMap<String, Vec<Diagnostic>>> {
    let scratch = Scratch::open(root, package)?;
    let mut bins = Vec::new();
    for program in programs {
        scratch.write(&program.source, &read(&root.join(&program.source))?)?;
        bins.push(Bin {
            name: program.name.clone(),
            path: program.source.clone(),
        });
    }
    scratch.manifest(dependencies, &bins)?;
    Ok(scratch.build()?.diagnostics)
}
