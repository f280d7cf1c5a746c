//! Finds Mermaid in the pinned mdbook-mermaid package, so that no minified
//! file has to be committed, and the licences of the packages whose code the
//! site carries.

use std::error::Error;
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, Package};

const MERMAID: &str = "mdbook-mermaid";
const SCRIPT: &str = "src/bin/assets/mermaid.min.js";
/// The packages that have code in the site.
const CARRIED: [&str; 2] = [MERMAID, "pagefind"];

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("Cargo.toml");
    // Only this platform's packages: Cargo has fetched no others.
    let options = ["--locked", "--filter-platform", &std::env::var("HOST")?].map(str::to_owned);
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(manifest)
        .other_options(options)
        .exec()?;
    let mermaid = package(&metadata, MERMAID)?;
    let script = folder(mermaid)?.join(SCRIPT);
    if !script.is_file() {
        return Err(format!("{MERMAID} {} has no {SCRIPT}", mermaid.version).into());
    }
    let mut packages = String::new();
    for name in CARRIED {
        packages.push_str(&described(package(&metadata, name)?)?);
    }
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("packages.rs");
    std::fs::write(out, format!("&[{packages}]"))?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../Cargo.lock");
    println!("cargo::rustc-env=MERMAID_JS={}", script.display());
    Ok(())
}

fn package<'a>(metadata: &'a Metadata, name: &str) -> Result<&'a Package, Box<dyn Error>> {
    let mut packages = metadata.packages.iter();
    let found = packages.find(|package| package.name.as_str() == name);
    found.ok_or_else(|| format!("{name} is no dependency any more").into())
}

fn folder(package: &Package) -> Result<&Path, Box<dyn Error>> {
    let folder = package.manifest_path.parent();
    Ok(folder.ok_or("a manifest stands in a folder")?.as_std_path())
}

/// The package as an expression of `notices.rs`.
fn described(package: &Package) -> Result<String, Box<dyn Error>> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder(package)?)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if ["LICENSE", "COPYING", "NOTICE"]
            .iter()
            .any(|start| name.starts_with(start))
        {
            texts.push(name);
        }
    }
    texts.sort();
    let texts: Result<Vec<_>, _> = texts
        .iter()
        .map(|name| {
            std::fs::read_to_string(folder(package)?.join(name)).map_err(Box::<dyn Error>::from)
        })
        .collect();
    Ok(format!(
        "Package {{ name: {:?}, version: {:?}, licence: {:?}, texts: &{:?} }},",
        package.name.as_str(),
        package.version.to_string(),
        package.license.as_deref().unwrap_or_default(),
        texts?
    ))
}
