//! A chapter for rustdoc and skeptic: Markdown with complete programs.
//!
//! Rustdoc is given a folder of libraries and no list of crates, so each
//! program names the crates it uses in hidden lines.

use std::path::Path;

use anyhow::{Context, Result};

use crate::listing::{is_trace_line, origin, read};
use crate::markdown;

/// The crates a listing may use: the listings' package itself and what stands
/// in these tables of its manifest.
pub fn crates(root: &Path, tables: &[&str]) -> Result<Vec<String>> {
    let manifest = read(root, "listings/Cargo.toml")?;
    let manifest: toml::Table = manifest.parse().context("listings/Cargo.toml")?;
    let tables = tables
        .iter()
        .filter_map(|name| manifest.get(*name)?.as_table());
    Ok(tables
        .flat_map(|table| table.keys())
        .map(|name| name.replace('-', "_"))
        .chain(["listings".to_owned()])
        .collect())
}

/// Rewrites every fence of a chapter.
pub fn render(text: &str, crates: &[String]) -> String {
    let mut edits = Vec::new();
    for fence in markdown::scan(text).fences {
        let (mut info, origin) = origin(&fence);
        let own_manifest = origin.is_some_and(|origin| origin.has_manifest());
        if own_manifest {
            // With the features of all other programs it compiles; the test of
            // compile errors builds it with its own.
            "text".clone_into(&mut info);
        }
        let body = if fence.is_rust() && !own_manifest {
            program(&fence.body, crates)
        } else {
            fence.body.clone()
        };
        let line_start = text[..fence.span.start].rfind('\n').map_or(0, |at| at + 1);
        let prefix: String = text[line_start..fence.span.start]
            .chars()
            .map(|c| if c == '>' { '>' } else { ' ' })
            .collect();
        let mut block = format!("```{info}\n");
        for line in body.lines() {
            block.push_str(format!("{prefix}{line}").trim_end());
            block.push('\n');
        }
        block.push_str(&prefix);
        block.push_str("```");
        edits.push((fence.span, block));
    }
    markdown::edit(text, edits)
}

/// Puts `extern crate` behind the program's inner attributes and docs.
fn program(body: &str, crates: &[String]) -> String {
    let lines: Vec<&str> = body.lines().filter(|line| !is_trace_line(line)).collect();
    let used = crates.iter().filter(|name| {
        let path = format!("{name}::");
        lines.iter().any(|line| line.contains(&path))
    });
    let head = lines
        .iter()
        .position(|line| {
            let code = line.strip_prefix("# ").unwrap_or(line).trim();
            !(code.is_empty() || code == "#" || code.starts_with("//") || code.starts_with("#!["))
        })
        .unwrap_or(lines.len());
    let mut program: Vec<String> = lines[..head]
        .iter()
        .map(|line| (*line).to_owned())
        .collect();
    program.extend(used.map(|name| format!("# extern crate {name};")));
    program.extend(lines[head..].iter().map(|line| (*line).to_owned()));
    program.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_come_after_inner_attributes_and_docs() {
        let body = "#![allow(x)]\n//! Doc.\nuse tokio::time;\nfn main() {}\n";
        assert_eq!(
            program(body, &["tokio".to_owned(), "futures".to_owned()]),
            "#![allow(x)]\n//! Doc.\n# extern crate tokio;\nuse tokio::time;\nfn main() {}"
        );
    }

    #[test]
    fn a_fence_in_a_list_keeps_its_container() {
        let text =
            "- a\n\n  ```rust,from=x.rs,anchor=\n  use tokio::time;\n  fn main() {}\n  ```\n";
        let out = render(text, &["tokio".to_owned()]);
        assert_eq!(
            out,
            "- a\n\n  ```rust\n  # extern crate tokio;\n  use tokio::time;\n  fn main() {}\n  ```\n"
        );
    }
}
