//! Has cargo build the listings and say where it put them.
//!
//! `cargo test --test outputs` alone builds no examples, and a test that ran yesterday's programs
//! would prove nothing. When everything is built, this takes a fraction of a second.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use super::run::{profile_dir, root};

static MESSAGES: LazyLock<Result<Vec<Value>, String>> = LazyLock::new(build);

/// What cargo said of each library and program.
pub fn artifacts() -> Result<&'static [Value], String> {
    MESSAGES.as_deref().map_err(String::clone)
}

/// The program of a listing.
pub fn example(name: &str) -> Result<PathBuf, String> {
    let mut programs = artifacts()?.iter().filter_map(|message| {
        let target = &message["target"];
        let is_it = target["name"] == name && target["kind"][0] == "example";
        message["executable"].as_str().filter(|_| is_it)
    });
    let program = programs.next().map(PathBuf::from);
    program.ok_or_else(|| format!("listings/examples/{name}.rs: cargo built no such program"))
}

fn build() -> Result<Vec<Value>, String> {
    let profile = profile_dir();
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root())
        // With the features that `cargo test --workspace` has: else all is built once more.
        .args(["build", "--workspace", "--examples"])
        .args(["--offline", "--message-format", "json"])
        .arg("--target-dir")
        .arg(profile.parent().unwrap_or(&profile));
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let messages: Vec<Value> = messages.collect();
    if output.status.success() {
        return Ok(messages);
    }
    let errors = messages
        .iter()
        .filter_map(|m| m["message"]["rendered"].as_str());
    let errors: String = errors.collect();
    let message = String::from_utf8_lossy(&output.stderr);
    Err(format!("the listings do not build:\n{message}{errors}"))
}
