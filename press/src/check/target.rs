//! What an include directive names: a file of the project and a part of it.

use crate::markdown::Directive;

/// The file and the part of an `include` or `rustdoc_include`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// From the root, with slashes, without `..`.
    pub path: String,
    /// Which lines of it.
    pub part: Part,
}

/// Which lines of a file are included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// All.
    Whole,
    /// Those between the anchor's comments.
    Anchor(String),
    /// Those with these numbers.
    Lines,
}

impl Target {
    /// Reads a directive as mdBook does; `None` if its path leaves the project.
    ///
    /// All locales stand equally deep, so the path means the same in each.
    pub fn of(directive: &Directive) -> Option<Self> {
        let argument = directive
            .argument
            .split_whitespace()
            .next()
            .unwrap_or_default();
        let (path, part) = argument.split_once(':').unwrap_or((argument, ""));
        let mut steps = vec!["src", "en"];
        if path.starts_with('/') || path.contains('\\') {
            return None;
        }
        for step in path.split('/') {
            match step {
                "" | "." => {}
                ".." => {
                    steps.pop()?;
                }
                step => steps.push(step),
            }
        }
        let first = part.split(':').next().unwrap_or_default();
        let part = if part.is_empty() {
            Part::Whole
        } else if first.is_empty() || first.parse::<usize>().is_ok() {
            Part::Lines
        } else {
            Part::Anchor(first.to_owned())
        };
        Some(Self {
            path: steps.join("/"),
            part,
        })
    }

    /// How a message names it: the file, and the anchor if there is one.
    pub fn label(&self) -> String {
        match &self.part {
            Part::Anchor(anchor) => format!("{}:{anchor}", self.path),
            Part::Whole | Part::Lines => self.path.clone(),
        }
    }
}

/// Whether the directive includes a file.
pub fn is_include(directive: &Directive) -> bool {
    matches!(directive.name.as_str(), "include" | "rustdoc_include")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::directives;

    fn target(text: &str) -> Option<Target> {
        Target::of(&directives(text)[0])
    }

    #[test]
    fn a_path_is_told_from_the_root() {
        let found = target("{{#include ../../listings/examples/a.rs:body}}");
        assert_eq!(
            found,
            Some(Target {
                path: "listings/examples/a.rs".to_owned(),
                part: Part::Anchor("body".to_owned()),
            })
        );
    }

    #[test]
    fn a_path_that_leaves_the_project_is_none() {
        assert_eq!(target("{{#include ../../../secret}}"), None);
        assert_eq!(target("{{#include /etc/hosts}}"), None);
    }

    #[test]
    fn numbers_are_lines() {
        for text in [
            "{{#include a:3}}",
            "{{#include a:3:9}}",
            "{{#include a::9}}",
        ] {
            assert_eq!(
                target(text).map(|found| found.part),
                Some(Part::Lines),
                "{text}"
            );
        }
    }
}
