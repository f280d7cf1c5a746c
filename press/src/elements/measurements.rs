//! Under what the records of the book were made, and how its times spread.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use super::Page;
use crate::html::{attribute, escape};
use crate::listing::read;
use crate::recorded::{Recorded, Time};

/// Under what the records were made, how many there are, and how the times in
/// them spread.
pub fn measurements(page: &Page<'_>) -> Result<String> {
    let recorded = Recorded::load(page.root).map_err(|fault| anyhow!("{fault}"))?;
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    let count = |folder, ending| -> Result<String> {
        let count = files(&page.root.join("listings").join(folder), ending)?.len();
        Ok(page.locale.number(&count.to_string()))
    };
    let crates: Vec<String> = crates(page.root)?
        .iter()
        .map(|(name, version)| {
            let href = attribute("href", &format!("https://docs.rs/{name}/{version}/"));
            format!("<li><a{href}>{}</a> {}</li>", code(name), escape(version))
        })
        .collect();
    let facts = [
        ("measured_compiler", code(&recorded.compiler)),
        ("measured_target", code(&recorded.target)),
        ("measured_crates", format!("<ul>{}</ul>", crates.concat())),
        ("measured_outputs", count("output", "txt")?),
        ("measured_errors", count("compile_fail", "stderr")?),
        ("measured_traces", count("traces", "json")?),
        (
            "measured_date",
            format!("<time>{}</time>", escape(&recorded.date)),
        ),
    ];
    let facts: String = facts
        .iter()
        .map(|(key, value)| {
            let label = escape(page.locale.ui(key));
            format!("<div><dt>{label}</dt><dd>{value}</dd></div>")
        })
        .collect();
    let times: String = recorded
        .times
        .chunk_by(|one, other| one.program == other.program)
        .map(|times| spread(page, recorded.runs, times))
        .collect();
    Ok(format!(
        "<div class=\"measured\"><dl>{facts}</dl>{times}</div>"
    ))
}

/// A program's times as a table.
fn spread(page: &Page<'_>, runs: u32, times: &[Time]) -> String {
    let ui = |key| escape(page.locale.ui(key));
    let program = times.first().map_or("", |time| &time.program);
    let runs = page.locale.number(&runs.to_string());
    let caption = ui("measured_times").replace("{runs}", &runs);
    let rows: String = times
        .iter()
        .map(|time| {
            let cells = [&time.line, &time.min, &time.max].map(|text| escape(text));
            let [line, min, max] = cells.map(|text| format!("<td><code>{text}</code></td>"));
            format!("<tr>{line}{min}{max}</tr>")
        })
        .collect();
    let heads: String = ["measured_line", "measured_min", "measured_max"]
        .iter()
        .map(|key| format!("<th scope=\"col\">{}</th>", ui(key)))
        .collect();
    format!(
        "<div class=\"table-wrapper\" tabindex=\"0\"><table><caption>{caption}: <code>cargo run --example {}</code></caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>",
        escape(program)
    )
}

/// The files of a folder that end in `.ending`.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder) {
        let path = entry?.into_path();
        if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            found.push(path);
        }
    }
    Ok(found)
}

/// The crates that the programs of the book name, in their locked versions.
pub fn crates(root: &Path) -> Result<Vec<(String, String)>> {
    let lock: toml::Table = read(root, "Cargo.lock")?.parse().context("Cargo.lock")?;
    let mut programs = String::new();
    for folder in ["examples", "compile_fail"] {
        for path in files(&root.join("listings").join(folder), "rs")? {
            programs.push_str(&read(root, path)?);
        }
    }
    Ok(locked(&lock, "listings")
        .into_iter()
        .filter(|(name, _)| programs.contains(&format!("{}::", name.replace('-', "_"))))
        .collect())
}

/// The dependencies of a package as Cargo locked them.
fn locked(lock: &toml::Table, package: &str) -> Vec<(String, String)> {
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let packages: Vec<_> = packages.into_iter().flatten().collect();
    let of = |package: &toml::Value, key| package.get(key)?.as_str().map(str::to_owned);
    let own = packages
        .iter()
        .find(|other| of(other, "name").as_deref() == Some(package));
    let own = own.and_then(|own| own.get("dependencies")?.as_array());
    let version = |dependency: &toml::Value| {
        // `name`, or `name version` where there are several.
        let mut words = dependency.as_str()?.split(' ');
        let name = words.next()?.to_owned();
        let version = words.next().map(str::to_owned);
        let found = packages
            .iter()
            .find(|other| of(other, "name").as_ref() == Some(&name));
        let version = version.or_else(|| of(found?, "version"))?;
        Some((name, version))
    };
    own.into_iter().flatten().filter_map(version).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locked_versions_are_those_of_the_package() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\
                    [[package]]\nname = \"b\"\nversion = \"2.0.0\"\n\
                    [[package]]\nname = \"b\"\nversion = \"3.0.0\"\n\
                    [[package]]\nname = \"listings\"\nversion = \"0.1.0\"\ndependencies = [\"a\", \"b 3.0.0\"]\n";
        let lock = lock.parse().expect("TOML");
        let expected = [("a", "1.0.0"), ("b", "3.0.0")];
        let expected = expected.map(|(name, version)| (name.to_owned(), version.to_owned()));
        assert_eq!(locked(&lock, "listings"), expected);
    }
}
