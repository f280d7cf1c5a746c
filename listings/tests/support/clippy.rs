//! Asks Clippy about one program that needs no crate but std.

use std::path::Path;
use std::process::Command;

use super::run::{root, scratch};

/// What Clippy says of the file, named from the root of the workspace, when one lint is switched on
/// that is off by default.
pub fn clippy(file: &Path, lint: &str) -> Result<String, String> {
    let output = Command::new("clippy-driver")
        .current_dir(root())
        .args(["--edition", "2024", "--emit", "metadata", "-W", lint])
        .arg("--out-dir")
        .arg(scratch("clippy"))
        .arg(file)
        .output()
        .map_err(|error| format!("clippy-driver: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{}: {said}", file.display()));
    }
    let is_count = |message: &&str| message.ends_with(" emitted");
    let messages = said.trim().split("\n\n").filter(|it| !is_count(it));
    let said = messages.collect::<Vec<_>>().join("\n\n");
    Ok(if said.is_empty() { said } else { said + "\n" })
}
