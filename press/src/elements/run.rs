//! What a reader can do with a listing besides reading it: see what it
//! printed when it was recorded, and change it and send it to the Playground.

use std::path::Path;

use anyhow::Result;
use regex::Regex;

use super::Page;
use super::code::output_block;
use super::rustdoc;
use crate::html::escape;
use crate::listing::{Line, Origin, read};
use crate::recorded::Recorded;

/// The crates beside `std` that the book's programs may use there. The
/// Playground has the hundred most downloaded ones and what they need.
const THERE: [&str; 3] = ["tokio", "tokio_util", "futures"];

/// What is known of all programs.
#[derive(Debug)]
pub struct Runs {
    /// `rustc 1.95.0`; nothing if nothing was recorded.
    compiler: Option<String>,
    /// Programs that take too long for the Playground.
    long: Vec<String>,
    /// What a program must not hold if it is to run there.
    elsewhere: Regex,
}

impl Runs {
    /// Reads the record and the crates that listings may use.
    ///
    /// # Errors
    ///
    /// When the listings' manifest can't be read.
    pub fn load(root: &Path) -> Result<Self> {
        let names = rustdoc::crates(root, &["dependencies", "dev-dependencies"])?;
        let names = names.iter().filter(|name| !THERE.contains(&name.as_str()));
        let names: Vec<_> = names.map(|name| regex::escape(name)).collect();
        // Neither a crate nor a file that is only here. Names are ASCII, and
        // Unicode's `\b` is slow beside the mark of a callout.
        let elsewhere = format!(
            r"(?-u)\b(?:{})::|#\[path|(?m)^\s*(?:pub )?mod \w+;",
            names.join("|")
        );
        let recorded = Recorded::load(root).ok();
        let compiler = recorded.as_ref().and_then(|recorded| {
            let words: Vec<_> = recorded.compiler.split(' ').take(2).collect();
            (words.len() == 2).then(|| words.join(" "))
        });
        Ok(Self {
            compiler,
            long: recorded.map_or_else(Vec::new, |recorded| recorded.long),
            elsewhere: Regex::new(&elsewhere)?,
        })
    }

    /// Whether the Playground has all that a program uses and lets it end.
    pub fn playground(&self, origin: &Origin, lines: &[Line]) -> bool {
        let code: String = lines
            .iter()
            .map(|line| format!("{}\n", line.text))
            .collect();
        !origin.has_manifest()
            && !self.elsewhere.is_match(&code)
            && !self.long.iter().any(|long| long == origin.name())
    }

    /// What a program printed, to be shown on request.
    ///
    /// # Errors
    ///
    /// When a record can't be read.
    pub fn recorded(&self, page: &Page<'_>, name: &str) -> Result<Option<String>> {
        let Some(compiler) = &self.compiler else {
            return Ok(None);
        };
        let mut html = String::new();
        let kinds = [
            ("txt", "output", "output"),
            ("stderr", "error", "output_error"),
        ];
        for (extension, kind, label) in kinds {
            let path = format!("listings/output/{name}.{extension}");
            if !page.root.join(&path).is_file() {
                continue;
            }
            let text = read(page.root, &path)?;
            if !text.trim().is_empty() {
                html.push_str(&output_block(kind, page.locale.ui(label), &text));
            }
        }
        if html.is_empty() {
            return Ok(None);
        }
        let under = page
            .locale
            .ui("run_recorded")
            .replace("{compiler}", compiler);
        Ok(Some(format!(
            "<template class=\"listing-ran\">{html}<p class=\"listing-note\">{}</p></template>",
            escape(&under)
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing;

    fn offered(path: &str, code: &str) -> bool {
        let root = tempfile::tempdir().expect("a folder");
        let manifest =
            "[dependencies]\ntokio = \"1\"\npolling = \"3\"\n[dev-dependencies]\nloom = \"0\"\n";
        std::fs::create_dir(root.path().join("listings")).expect("a folder");
        std::fs::write(root.path().join("listings/Cargo.toml"), manifest).expect("a file");
        let recorded = "compiler = \"rustc 1 (x)\"\ntarget = \"x\"\ndate = \"x\"\nruns = 1\nlong = [\"slow\"]\n";
        std::fs::write(root.path().join("listings/recorded.toml"), recorded).expect("a file");
        let runs = Runs::load(root.path()).expect("loads");
        let (path, anchor) = (path.to_owned(), String::new());
        runs.playground(&Origin { path, anchor }, &listing::lines(code))
    }

    #[test]
    fn only_what_the_playground_has_is_offered() {
        let example = "listings/examples/a.rs";
        assert!(offered(
            example,
            "use tokio::time::sleep;\nuse std::task::Poll;\nmod own {}\n"
        ));
        assert!(offered("listings/compile_fail/a.rs", "fn main() {}\n"));
        assert!(offered(
            example,
            "use listings::trace; // trace\nfn main() {}\n"
        ));
        assert!(!offered(example, "use listings::verdict;\n"));
        assert!(!offered(example, "# let p = polling::Poller::new();\n"));
        assert!(!offered(example, "use loom::thread;\n"));
        assert!(!offered(example, "#[path = \"b.rs\"]\nmod b;\n"));
        assert!(!offered(
            "listings/compile_fail/a/main.rs",
            "fn main() {}\n"
        ));
        assert!(!offered("listings/examples/slow.rs", "fn main() {}\n"));
    }
}
