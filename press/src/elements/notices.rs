//! `{{#notices}}`: the software of others whose code the site carries, with
//! the licences that ask to come along.

use anyhow::{Context, Result};

use super::Page;
use crate::html::{attribute, escape, escape_code};
use crate::listing::read;
use crate::locale::SOURCE;

/// A package of Cargo that brings it, as the build script found it.
struct Package {
    name: &'static str,
    version: &'static str,
    licence: &'static str,
    /// The files of its folder that hold licences.
    texts: &'static [&'static str],
}

static PACKAGES: &[Package] = include!(concat!(env!("OUT_DIR"), "/packages.rs"));

/// What a package brings. Both are under the MIT licence, and neither package
/// holds its text: the line is the one of the projects' own licence files.
struct Software {
    name: &'static str,
    package: &'static str,
    copyright: &'static str,
    address: &'static str,
}

const SOFTWARE: [Software; 2] = [
    Software {
        name: "Mermaid",
        package: "mdbook-mermaid",
        copyright: "Copyright (c) 2014 - 2022 Knut Sveidqvist",
        address: "https://github.com/mermaid-js/mermaid",
    },
    Software {
        name: "Pagefind",
        package: "pagefind",
        copyright: "Copyright 2022 CloudCannon",
        address: "https://github.com/Pagefind/pagefind",
    },
];

/// This project's MIT licence, of which the conditions are the same for all.
const MIT: &str = "LICENSE-MIT";
const CONDITIONS: &str = "Permission is hereby granted";

/// A section for each, with the texts of the licences folded.
pub fn notices(page: &Page<'_>) -> Result<String> {
    let mit = read(page.root, MIT)?;
    let conditions = mit.find(CONDITIONS).map(|at| mit[at..].trim_end());
    let conditions = conditions.with_context(|| format!("{MIT} is no MIT licence"))?;
    let mut sections = String::new();
    for software in SOFTWARE {
        let mut packages = PACKAGES.iter();
        let package = packages
            .find(|package| package.name == software.package)
            .with_context(|| format!("press/build.rs leaves {} out", software.package))?;
        let brought = format!("{} {}", package.name, package.version);
        sections.push_str(&format!(
            "### {} {{#notice-{}}}\n\n<p><a{}>{}</a>: MIT. <code>{}</code>: {}.</p>\n\n",
            software.name,
            software.name.to_lowercase(),
            attribute("href", software.address),
            software.name,
            escape(&brought),
            escape(package.licence),
        ));
        let own = format!("{}\n\n{conditions}", software.copyright);
        sections.push_str(&folded(page, software.name, &own));
        for text in package.texts {
            sections.push_str(&folded(page, &brought, text));
        }
    }
    Ok(sections.trim_end().to_owned())
}

fn folded(page: &Page<'_>, name: &str, text: &str) -> String {
    let title = page.locale.ui("notice_licence").replace("{name}", name);
    format!(
        "<details class=\"licence\"><summary>{}</summary><pre{} tabindex=\"0\">{}</pre></details>\n\n",
        escape(&title),
        attribute("lang", SOURCE),
        escape_code(text.trim())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_package_brings_is_known_for_each_package() {
        let packages: Vec<_> = PACKAGES.iter().map(|package| package.name).collect();
        assert_eq!(packages, SOFTWARE.map(|software| software.package));
        // Its licence wants its text to be passed on.
        assert!(PACKAGES[0].licence == "MPL-2.0" && PACKAGES[0].texts.len() == 1);
        assert_eq!(PACKAGES[1].licence, "MIT");
    }
}
