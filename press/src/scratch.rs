//! Generated Cargo packages under `target/scratch/`.
//!
//! A program that must not compile, a reader's attempt and the libraries that
//! rustdoc links all need a package with the dependencies of the listings, and
//! none of them may be a member of the workspace: its build would fail.
//! So each gets a package of its own that nobody types. All of them share one
//! target folder, in which Tokio is compiled once.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Output;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use toml::{Table, Value};

use crate::dependencies::book_dependencies;
use crate::diagnostic::Diagnostic;
use crate::nested_cargo::cargo;

/// Where all scratch packages are built, below the root of the book.
const TARGET: &str = "target/book-deps";

/// One generated package, locked against other processes until it is dropped.
pub struct Scratch {
    root: PathBuf,
    dir: PathBuf,
    _lock: File,
}

/// A binary target of a scratch package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bin {
    /// The target's name, unique among all scratch packages.
    pub name: String,
    /// The source, relative to the package.
    pub path: String,
}

/// What a build said and left behind.
#[derive(Debug, Default)]
pub struct Built {
    /// The compiler's messages for each target that got any, by target name.
    pub diagnostics: BTreeMap<String, Vec<Diagnostic>>,
    /// The executables that were made, by target name.
    pub executables: BTreeMap<String, PathBuf>,
    /// The files of all libraries that were made or still fresh.
    pub libraries: Vec<PathBuf>,
    /// Whether everything compiled.
    pub success: bool,
    /// Cargo's own words.
    pub stderr: String,
}

impl Scratch {
    /// Opens the package `target/scratch/<name>/`, and waits while another
    /// process has it open.
    ///
    /// # Errors
    ///
    /// When the folder or its lock can't be made.
    pub fn open(root: &Path, name: &str) -> Result<Self> {
        let root =
            fs::canonicalize(root).with_context(|| format!("no folder {}", root.display()))?;
        let dir = root.join("target/scratch").join(name);
        fs::create_dir_all(&dir).with_context(|| format!("can't make {}", dir.display()))?;
        let lock = lock(&dir.with_extension("lock"))?;
        Ok(Self {
            root,
            dir,
            _lock: lock,
        })
    }

    /// The package's folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The root of the book, as the compiler knows it.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file of the package, unless it stands there already: what is
    /// not written stays fresh for Cargo.
    ///
    /// # Errors
    ///
    /// When the file can't be written.
    pub fn write(&self, path: &str, contents: &str) -> Result<()> {
        write_if_changed(&self.dir.join(path), contents)
    }

    /// Writes `Cargo.toml` and, when it or the book's own lock file changed,
    /// `Cargo.lock`, so that every version is the one the book is pinned to.
    ///
    /// # Errors
    ///
    /// When the book's lock file can't be read or a file can't be written.
    pub fn manifest(&self, dependencies: Table, bins: &[Bin]) -> Result<()> {
        let name = self
            .dir
            .file_name()
            .and_then(OsStr::to_str)
            .unwrap_or("scratch");
        let mut package = Table::new();
        package.insert("name".into(), format!("scratch-{name}").into());
        package.insert("version".into(), "0.0.0".into());
        package.insert("edition".into(), "2024".into());
        package.insert("publish".into(), false.into());
        package.insert("autobins".into(), false.into());

        let mut manifest = Table::new();
        manifest.insert("package".into(), package.into());
        manifest.insert("workspace".into(), Table::new().into());
        if bins.is_empty() {
            let lib = Table::from_iter([("path".to_string(), Value::from("lib.rs"))]);
            manifest.insert("lib".into(), lib.into());
            self.write("lib.rs", "")?;
        } else {
            manifest.insert(
                "bin".into(),
                bins.iter().map(Bin::to_toml).collect::<Vec<_>>().into(),
            );
        }
        manifest.insert("dependencies".into(), dependencies.into());
        // Nobody debugs these programs, and without it linking is much faster.
        let dev = Table::from_iter([("debug".to_string(), Value::from(0))]);
        manifest.insert(
            "profile".into(),
            Table::from_iter([("dev".to_string(), dev.into())]).into(),
        );

        let text = toml::to_string(&manifest).context("a scratch manifest")?;
        self.write("Cargo.toml", &text)?;
        let pinned = read(&self.root.join("Cargo.lock"))?;
        let stamp = self.dir.join("Cargo.lock.from");
        let inputs = format!("{text}\n{pinned}");
        // Cargo cuts the copied lock file down to what the package needs. While
        // nothing changed, the cut one stays.
        if fs::read_to_string(&stamp).is_ok_and(|old| old == inputs)
            && self.dir.join("Cargo.lock").exists()
        {
            return Ok(());
        }
        self.write("Cargo.lock", &pinned)?;
        write_if_changed(&stamp, &inputs)
    }

    /// Builds all targets of the package, going on after a failure.
    ///
    /// A target that does not compile is not an error here: its messages are in
    /// the result.
    ///
    /// # Errors
    ///
    /// When Cargo can't be run, or failed for a reason other than this
    /// package's sources (no network for a missing crate, a broken manifest, a
    /// dependency that does not compile).
    pub fn build(&self) -> Result<Built> {
        let mut output = self.cargo_build(true)?;
        if !output.status.success() && wants_network(&output.stderr) {
            output = self.cargo_build(false)?;
        }
        let mut built = Built {
            success: output.status.success(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            ..Built::default()
        };
        let mut foreign = String::new();
        for line in output
            .stdout
            .split(|&byte| byte == b'\n')
            .filter(|line| line.starts_with(b"{"))
        {
            let said: Line = serde_json::from_slice(line)
                .with_context(|| format!("Cargo's message {}", String::from_utf8_lossy(line)))?;
            match said {
                Line::CompilerMessage {
                    manifest_path,
                    target,
                    message,
                } => {
                    if manifest_path.starts_with(&self.dir) {
                        built
                            .diagnostics
                            .entry(target.name)
                            .or_default()
                            .push(message);
                    } else if message.is_error() {
                        foreign.push_str(&message.rendered);
                    }
                }
                Line::CompilerArtifact {
                    target,
                    executable,
                    filenames,
                    manifest_path,
                } => {
                    if let Some(executable) = executable {
                        built.executables.insert(target.name, executable);
                    } else if !manifest_path.starts_with(&self.dir) {
                        built
                            .libraries
                            .extend(filenames.into_iter().filter(|file| is_library(file)));
                    }
                }
                Line::Other => {}
            }
        }
        if !built.success && (!foreign.is_empty() || built.diagnostics.is_empty()) {
            bail!(
                "can't build {}\n{foreign}{}",
                self.dir.display(),
                built.stderr
            );
        }
        Ok(built)
    }

    fn cargo_build(&self, offline: bool) -> Result<Output> {
        let mut command = cargo(&self.dir);
        command.args(["build", "--keep-going", "--message-format=json"]);
        command.arg("--target-dir").arg(self.root.join(TARGET));
        if offline {
            command.arg("--offline");
        }
        command.output().context("can't run cargo")
    }
}

impl Bin {
    fn to_toml(&self) -> Value {
        Value::Table(Table::from_iter([
            ("name".to_string(), Value::from(self.name.clone())),
            ("path".to_string(), Value::from(self.path.clone())),
        ]))
    }
}

/// Builds the libraries that the book's programs use, once, and returns the
/// folder for `rustdoc -L` and `mdbook test -L`: `target/book-deps/libs`.
///
/// The folder holds exactly one version of each crate, whatever else the
/// target folder has collected: two of Tokio there would be rustc's E0464.
///
/// # Errors
///
/// When the libraries can't be built or the folder can't be filled.
pub fn libraries(root: &Path) -> Result<PathBuf> {
    let scratch = Scratch::open(root, "libraries")?;
    scratch.manifest(book_dependencies(root)?, &[])?;
    let built = scratch.build()?;
    let libs = scratch.root.join(TARGET).join("libs");
    fs::create_dir_all(&libs).with_context(|| format!("can't make {}", libs.display()))?;

    let mut wanted = BTreeMap::new();
    for library in &built.libraries {
        wanted.insert(library.file_name().unwrap_or_default().to_owned(), library);
    }
    for entry in fs::read_dir(&libs)? {
        let entry = entry?;
        let same = match wanted.get(&entry.file_name()) {
            Some(library) => same_file(&entry.path(), library)?,
            None => false,
        };
        if !same {
            fs::remove_file(entry.path())?;
        }
    }
    for (name, library) in wanted {
        let link = libs.join(name);
        if !link.exists() && fs::hard_link(library, &link).is_err() {
            fs::copy(library, &link)
                .with_context(|| format!("can't copy {}", library.display()))?;
        }
    }
    Ok(libs)
}

/// A line of `--message-format=json`.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    CompilerMessage {
        manifest_path: PathBuf,
        target: Target,
        message: Diagnostic,
    },
    CompilerArtifact {
        manifest_path: PathBuf,
        target: Target,
        executable: Option<PathBuf>,
        filenames: Vec<PathBuf>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

fn is_library(file: &Path) -> bool {
    let extension = file.extension().and_then(OsStr::to_str);
    matches!(extension, Some("rlib" | "so" | "dylib" | "dll"))
}

/// Cargo's words when a crate is missing and it was told to stay offline.
fn wants_network(stderr: &[u8]) -> bool {
    let text = String::from_utf8_lossy(stderr);
    text.contains("--offline") || text.contains("offline mode")
}

/// A link keeps length and time; a file that Cargo replaced differs in them.
fn same_file(one: &Path, other: &Path) -> Result<bool> {
    let (one, other) = (fs::metadata(one)?, fs::metadata(other)?);
    Ok(one.len() == other.len() && one.modified()? == other.modified()?)
}

fn lock(path: &Path) -> Result<File> {
    let file = File::create(path).with_context(|| format!("can't make {}", path.display()))?;
    file.lock()
        .with_context(|| format!("can't lock {}", path.display()))?;
    Ok(file)
}

fn write_if_changed(path: &Path, contents: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == contents) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("can't make {}", parent.display()))?;
    }
    fs::write(path, contents).with_context(|| format!("can't write {}", path.display()))
}

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("can't read {}", path.display()))
}
