//! What a generated package depends on, in the versions of the book.
//!
//! Versions stand in the root manifest and nowhere else. A package outside the
//! workspace can't inherit them, so they are written out for it here.

use std::path::Path;

use anyhow::{Context, Result, bail};
use toml::{Table, Value};

use crate::scratch::read;

/// The dependencies of `listings/Cargo.toml`, as a package outside the
/// workspace writes them, with the listings themselves added by path.
///
/// # Errors
///
/// When a manifest can't be read or names a dependency the workspace lacks.
pub fn book_dependencies(root: &Path) -> Result<Table> {
    let listings = read_toml(&root.join("listings/Cargo.toml"))?;
    let own = listings
        .get("dependencies")
        .and_then(Value::as_table)
        .cloned()
        .unwrap_or_default();
    let mut dependencies = resolve(root, &own)?;
    let path = Table::from_iter([("path".to_string(), Value::from("../../../listings"))]);
    dependencies.insert("listings".into(), path.into());
    Ok(dependencies)
}

/// Replaces each `workspace = true` by what the root manifest says.
///
/// # Errors
///
/// When the root manifest can't be read or lacks one of them.
pub fn resolve(root: &Path, dependencies: &Table) -> Result<Table> {
    let workspace = read_toml(&root.join("Cargo.toml"))?;
    let versions = workspace
        .get("workspace")
        .and_then(|table| table.get("dependencies"));
    let mut resolved = Table::new();
    for (name, own) in dependencies {
        let inherits = own.get("workspace").and_then(Value::as_bool) == Some(true);
        if !inherits {
            resolved.insert(name.clone(), own.clone());
            continue;
        }
        let Some(base) = versions.and_then(|table| table.get(name)) else {
            bail!("{name} does not stand in the root's [workspace.dependencies]");
        };
        resolved.insert(name.clone(), inherit(base, own));
    }
    Ok(resolved)
}

/// Cargo's rule: a member may add features and say `optional`.
fn inherit(base: &Value, own: &Value) -> Value {
    let mut merged = match base {
        Value::Table(table) => table.clone(),
        version => Table::from_iter([("version".to_string(), version.clone())]),
    };
    if let Some(path) = merged.get_mut("path")
        && let Some(below_root) = path.as_str()
    {
        *path = format!("../../../{below_root}").into();
    }
    for (key, value) in own.as_table().into_iter().flatten() {
        match (key.as_str(), merged.get_mut(key), value) {
            ("workspace", ..) => {}
            ("features", Some(Value::Array(features)), Value::Array(more)) => {
                features.extend(more.clone())
            }
            _ => {
                merged.insert(key.clone(), value.clone());
            }
        }
    }
    merged.into()
}

/// Reads a TOML file.
///
/// # Errors
///
/// When it can't be read or parsed.
pub fn read_toml(path: &Path) -> Result<Table> {
    read(path)?
        .parse()
        .with_context(|| format!("{} is not TOML", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().unwrap()
    }

    #[test]
    fn member_adds_features_to_the_workspace_version() {
        let base = table(r#"a = { version = "1", features = ["x"] }"#);
        let own = table(r#"a = { workspace = true, features = ["y"], optional = true }"#);
        let expected = table(r#"a = { version = "1", features = ["x", "y"], optional = true }"#);
        assert_eq!(inherit(&base["a"], &own["a"]), expected["a"]);
    }

    #[test]
    fn bare_version_and_path_are_kept() {
        let base = table("a = \"1.2\"\nb = { path = \"listings\" }");
        let own = table("x.workspace = true");
        assert_eq!(
            inherit(&base["a"], &own["x"]),
            table(r#"a = { version = "1.2" }"#)["a"]
        );
        assert_eq!(
            inherit(&base["b"], &own["x"]),
            table(r#"a = { path = "../../../listings" }"#)["a"]
        );
    }
}
