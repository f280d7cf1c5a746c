//! Builds the programs that the reader sees: traced listings without the lines of the trace.
//!
//! They get the crates that the listings get, and not `listings` itself: a program that needs more
//! than its own text does not build.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use super::build::artifacts;
use super::run::{Listing, is_trace_line, profile_dir, root, scratch};

/// `--extern` flags for everything that the listings depend on, as cargo built it.
static EXTERNS: LazyLock<Result<Vec<String>, String>> = LazyLock::new(externs);

/// The program without its trace.
pub fn shown(source: &str) -> String {
    let lines = source.split_inclusive('\n');
    lines.filter(|line| !is_trace_line(line)).collect()
}

/// Compiles the shown program of a listing, unless that has been done before.
pub fn build(listing: &Listing) -> Result<PathBuf, String> {
    let externs = EXTERNS.as_ref().map_err(String::clone)?;
    let folder = scratch("shown");
    let source = folder.join(format!("{}.rs", listing.name));
    let program = folder.join(format!("{}{}", listing.name, std::env::consts::EXE_SUFFIX));
    let stamp = folder.join(format!("{}.stamp", listing.name));

    let text = shown(&listing.source);
    let made_of = format!("{}\n{text}", externs.join("\n"));
    if program.exists() && std::fs::read_to_string(&stamp).is_ok_and(|old| old == made_of) {
        return Ok(program);
    }
    let io = |error| format!("{}: {error}", listing.file());
    std::fs::write(&source, &text).map_err(io)?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .current_dir(root())
        .args(["--edition", "2024", "-D", "warnings", "-C", "debuginfo=0"])
        .arg("-L")
        .arg(format!(
            "dependency={}",
            profile_dir().join("deps").display()
        ))
        .args(externs)
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .output()
        .map_err(io)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "{}: without the lines that end in `// trace` it does not compile:\n{message}",
            listing.file()
        ));
    }
    std::fs::write(&stamp, made_of).map_err(io)?;
    Ok(program)
}

fn externs() -> Result<Vec<String>, String> {
    let wanted = dependencies()?;
    let externs = artifacts()?.iter().filter_map(|message| {
        let name = message["target"]["name"].as_str()?;
        let files = message["filenames"].as_array()?;
        let mut files = files.iter().filter_map(|file| file.as_str());
        let rlib = files.find(|file| file.ends_with(".rlib"))?;
        wanted
            .contains(name)
            .then(|| format!("--extern={name}={rlib}"))
    });
    Ok(externs.collect())
}

/// The names under which a listing may use its crates.
fn dependencies() -> Result<BTreeSet<String>, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let lines = text
        .lines()
        .skip_while(|line| line.trim() != "[dependencies]");
    let lines = lines.skip(1).take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', '=', ' ']).next());
    let names = names.filter(|name| !name.is_empty() && !name.starts_with('#'));
    Ok(names.map(|name| name.replace('-', "_")).collect())
}
