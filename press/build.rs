//! Finds Mermaid in the pinned mdbook-mermaid package, so that no minified
//! file has to be committed.

use std::error::Error;
use std::path::PathBuf;

const PACKAGE: &str = "mdbook-mermaid";
const SCRIPT: &str = "src/bin/assets/mermaid.min.js";

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("Cargo.toml");
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(manifest)
        .other_options(["--locked".to_owned(), "--offline".to_owned()])
        .exec()?;
    let package = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == PACKAGE)
        .ok_or("mdbook-mermaid is no dependency any more")?;
    let folder = package
        .manifest_path
        .parent()
        .ok_or("a manifest stands in a folder")?;
    let script = folder.join(SCRIPT);
    if !script.is_file() {
        return Err(format!("{PACKAGE} {} has no {SCRIPT}", package.version).into());
    }
    println!("cargo::rerun-if-changed=../Cargo.lock");
    println!("cargo::rustc-env=MERMAID_JS={script}");
    Ok(())
}
