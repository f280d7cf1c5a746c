//! `<poll-explorer output="…">`: choices, and what a program measured for each
//! combination of them. Nothing but recorded values can be chosen.
//!
//! A line of the output is a combination and its value:
//! `scope=open buffer=256 boxed=no: 259`.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{Page, required};
use crate::html::{attribute, coded, escape};
use crate::listing::read;
use crate::markdown::{self, Element};

/// The id of the words for the measured value.
pub const RESULT: &str = "result";

/// What a program measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// What there is to choose, in the order of the output.
    pub axes: Vec<Axis>,
    /// One row for each combination.
    pub rows: Vec<Row>,
}

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// `scope`
    pub name: String,
    /// `closed`, `open`; at least two.
    pub values: Vec<String>,
}

/// One combination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// A value of each axis.
    pub values: Vec<String>,
    /// What was measured.
    pub result: String,
}

impl Measured {
    /// Reads the recorded output of a program.
    ///
    /// # Errors
    ///
    /// When there is none, or a line is no combination, or combinations are
    /// missing or come twice.
    pub fn load(root: &Path, name: &str) -> Result<Self> {
        let path = format!("listings/output/{name}.txt");
        Self::parse(&read(root, &path)?).with_context(|| path)
    }

    fn parse(text: &str) -> Result<Self> {
        let (mut axes, mut rows) = (Vec::<Axis>::new(), Vec::<Row>::new());
        for line in text.lines() {
            let wanted = || format!("`{line}` is not of the form `key=value key=value: number`");
            let (choices, result) = line.rsplit_once(": ").with_context(wanted)?;
            ensure!(result.parse::<u64>().is_ok(), wanted());
            let mut values = Vec::new();
            for (at, choice) in choices.split(' ').enumerate() {
                let (name, value) = choice.split_once('=').with_context(wanted)?;
                if rows.is_empty() {
                    let (name, values) = (name.to_owned(), Vec::new());
                    axes.push(Axis { name, values });
                }
                let axis = axes.get_mut(at).filter(|axis| axis.name == name);
                let axis =
                    axis.with_context(|| format!("`{line}` has other keys than the first line"))?;
                if !axis.values.iter().any(|known| known == value) {
                    axis.values.push(value.to_owned());
                }
                values.push(value.to_owned());
            }
            ensure!(
                values.len() == axes.len(),
                "`{line}` lacks a key of the first line"
            );
            ensure!(
                rows.iter().all(|row| row.values != values),
                "`{line}`: this combination comes twice"
            );
            let result = result.to_owned();
            rows.push(Row { values, result });
        }
        let all: usize = axes.iter().map(|axis| axis.values.len()).product();
        ensure!(
            !rows.is_empty() && rows.len() == all,
            "{} of {all} combinations are there",
            rows.len()
        );
        Ok(Self { axes, rows })
    }

    /// The ids that words are needed for: each axis, each value that is no
    /// number, and the result.
    pub fn ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        for Axis { name, values } in &self.axes {
            ids.push(name.clone());
            let named = values.iter().filter(|value| value.parse::<u64>().is_err());
            ids.extend(named.map(|value| format!("{name}={value}")));
        }
        ids.push(RESULT.to_owned());
        ids
    }
}

/// The element for the page: a table, of which `theme/js/explorer.js` makes
/// the choices.
pub fn render(page: &Page<'_>, element: &Element, inner: &str) -> Result<String> {
    let measured = Measured::load(page.root, required(element, "output")?)?;
    let (items, _) = markdown::items(inner);
    let words = |id: &str| -> Result<String> {
        let item = items.iter().find(|item| item.id.as_deref() == Some(id));
        let item = item.with_context(|| format!("the words for `{id}` are missing"))?;
        Ok(coded(&item.text))
    };
    let mut head = String::new();
    for axis in &measured.axes {
        head.push_str(&format!("<th scope=\"col\">{}</th>", words(&axis.name)?));
    }
    head.push_str(&format!("<th scope=\"col\">{}</th>", words(RESULT)?));
    let mut body = String::new();
    for row in &measured.rows {
        body.push_str("<tr>");
        for (axis, value) in measured.axes.iter().zip(&row.values) {
            let shown = match value.parse::<u64>() {
                Ok(_) => escape(&page.locale.number(value)),
                Err(_) => words(&format!("{}={value}", axis.name))?,
            };
            body.push_str(&format!("<td>{shown}</td>"));
        }
        body.push_str(&format!(
            "<td{}>{}</td></tr>",
            attribute("data-value", &row.result),
            escape(&page.locale.number(&row.result))
        ));
    }
    // Markdown takes a line that begins with an element of ours for text.
    Ok(format!(
        "<div class=\"explorer-block\"><poll-explorer><p class=\"block-label\">{}</p>\
         <div class=\"explorer-plain\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\
         </poll-explorer></div>\n",
        escape(page.locale.ui("explorer")),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
scope=open size=1: 2
scope=open size=2: 3
scope=shut size=1: 1
scope=shut size=2: 1
";

    #[test]
    fn axes_keep_the_order_of_the_output() {
        let measured = Measured::parse(OUTPUT).expect("whole");
        let axes: Vec<_> = measured
            .axes
            .iter()
            .map(|axis| axis.values.join(" "))
            .collect();
        assert_eq!(axes, ["open shut", "1 2"]);
        assert_eq!(measured.rows[1].result, "3");
        // Numbers need no words.
        assert_eq!(
            measured.ids(),
            ["scope", "scope=open", "scope=shut", "size", "result"]
        );
    }

    #[test]
    fn half_a_measurement_is_none() {
        for (old, new, message) in [
            ("scope=shut size=2: 1\n", "", "3 of 4 combinations"),
            ("shut size=2", "shut size=1", "comes twice"),
            ("open size=2", "open width=2", "other keys"),
            ("scope=open size=2", "scope=open", "lacks a key"),
            (": 3", ": large", "not of the form"),
            ("size=2: 3", "2: 3", "not of the form"),
        ] {
            let error = Measured::parse(&OUTPUT.replacen(old, new, 1)).expect_err(message);
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
