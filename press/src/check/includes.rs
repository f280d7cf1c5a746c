//! Includes: mdBook passes over a missing file and says nothing of a missing
//! anchor, so both are looked up here.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::sources::{Chapter, ListingFile, Sources, listing_name};
use super::target::{Part, Target, is_include};
use super::uses::Uses;
use crate::elements::generated;
use crate::fault::{Fault, Faults};
use crate::listing::is_trace_line;
use crate::markdown::{Directive, directives};
use crate::project::read_text;

/// The folders of what chapters show.
const SHOWN: [&str; 4] = ["examples", "compile_fail", "output", "exercises"];

/// What stands between double braces.
const KNOWN: [&str; 4] = ["include", "rustdoc_include", "fact", "trace"];

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || generated::NAMES.contains(&name)
}

/// Every directive of every chapter, and the anchors of the listings.
pub fn check(sources: &Sources<'_>, faults: &mut Faults) {
    for (_, chapter) in sources.chapters() {
        for directive in &chapter.doc.directives {
            directive_of(sources, chapter, directive, faults);
        }
        spaced(chapter, faults);
    }
    let uses = Uses::of(sources);
    for (path, file) in &sources.listings.files {
        let in_folder = |folder: &&str| listing_name(path, folder).is_some();
        if SHOWN.iter().any(in_folder) || uses.files.contains(path) {
            nested(path, file, faults);
            anchors(path, file, faults);
        }
    }
}

fn directive_of(
    sources: &Sources<'_>,
    chapter: &Chapter,
    directive: &Directive,
    faults: &mut Faults,
) {
    let text = &chapter.text[directive.span.clone()];
    if !text.ends_with("}}") {
        faults.push(chapter.fault(
            &directive.span,
            "leftover-directive",
            "the braces are not closed on this line",
            "end it with }} as in the English chapter",
        ));
    } else if is_include(directive) {
        include(sources, chapter, directive, faults);
    } else if !is_known(&directive.name) {
        faults.push(chapter.fault(
            &directive.span,
            "unknown-directive",
            format!("{{{{#{}}}}} means nothing here", directive.name),
            "use include, rustdoc_include, fact or trace, as the English chapter does",
        ));
    }
}

/// `{{ #fact` is mdBook's to expand and not ours.
fn spaced(chapter: &Chapter, faults: &mut Faults) {
    static SPACED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\{\{\s+#").expect("a constant pattern is well formed"));
    for found in SPACED.find_iter(&chapter.text) {
        faults.push(chapter.fault(
            &found.range(),
            "leftover-directive",
            "there is a space between {{ and #, so nothing is put in here",
            "write {{# without a space",
        ));
    }
}

fn include(sources: &Sources<'_>, chapter: &Chapter, directive: &Directive, faults: &mut Faults) {
    let mut fault = |rule, message: String, mend: &str| {
        faults.push(chapter.fault(&directive.span, rule, message, mend));
    };
    let Some(target) = Target::of(directive) else {
        let message = format!("`{}` leads out of the project", directive.argument);
        fault(
            "path-escape",
            message,
            "include a file of the project: ../../listings/…",
        );
        return;
    };
    if !sources.has_file(&target.path) {
        let message = format!("there is no file {}", target.path);
        fault(
            "missing-file",
            message,
            "copy the line from the English chapter, or mend the file's name",
        );
        return;
    }
    if leaves(&sources.project.root, &target.path) {
        let message = format!("{} is a link that leads out of the project", target.path);
        fault(
            "path-escape",
            message,
            "put the file itself into the project",
        );
    }
    match &target.part {
        Part::Whole => {
            let file = sources.listings.files.get(&target.path);
            if file.is_some_and(|file| !file.anchors.is_empty()) {
                let message = format!(
                    "the reader would see the ANCHOR comments of {}",
                    target.path
                );
                fault(
                    "visible-anchor",
                    message,
                    "name an anchor after a colon, or take the file's anchors out",
                );
            }
        }
        Part::Lines => fault(
            "line-numbers",
            "the part is given by line numbers, which move whenever the file changes".to_owned(),
            "name an anchor: put `// ANCHOR: name` and `// ANCHOR_END: name` around the lines",
        ),
        Part::Anchor(name) => {
            let file = sources.listings.files.get(&target.path);
            let own = file.is_none().then(|| {
                let text = read_text(&sources.project.root, Path::new(&target.path));
                ListingFile::new(text.ok().flatten().unwrap_or_default())
            });
            if let Some(file) = file.or(own.as_ref())
                && !file.has_anchor(name)
            {
                let message = format!(
                    "{} has no anchor `{name}`: the page would show nothing",
                    target.path
                );
                fault(
                    "missing-anchor",
                    message,
                    "copy the line from the English chapter, or mend the anchor's name",
                );
            }
        }
    }
}

fn leaves(root: &Path, path: &str) -> bool {
    let real = root.join(path).canonicalize();
    let root = root.canonicalize();
    matches!((real, root), (Ok(real), Ok(root)) if !real.starts_with(&root))
}

/// mdBook would expand what an included file says.
fn nested(path: &str, file: &ListingFile, faults: &mut Faults) {
    for directive in directives(&file.text) {
        if is_known(&directive.name) || directive.name == "playground" {
            faults.push(Fault::at(
                path,
                &file.text,
                directive.span,
                "leftover-directive",
                "a listing that is included must not include anything itself",
                "write the text itself here",
            ));
        }
    }
}

fn anchors(path: &str, file: &ListingFile, faults: &mut Faults) {
    let mut fault = |span: &std::ops::Range<usize>, rule, message: String, mend: &str| {
        faults.push(Fault::at(
            path,
            &file.text,
            span.clone(),
            rule,
            message,
            mend,
        ));
    };
    for (n, anchor) in file.anchors.iter().enumerate() {
        let name = &anchor.name;
        let before = &file.anchors[..n];
        if anchor.end {
            if !before.iter().any(|other| !other.end && other.name == *name) {
                let message = format!("the anchor `{name}` ends here and begins nowhere above");
                fault(
                    &anchor.span,
                    "unpaired-anchor",
                    message,
                    "write the same name in ANCHOR and ANCHOR_END",
                );
            }
            continue;
        }
        if before.iter().any(|other| !other.end && other.name == *name) {
            let message = format!("the anchor `{name}` begins a second time");
            fault(
                &anchor.span,
                "duplicate-anchor",
                message,
                "give the second part a name of its own",
            );
            continue;
        }
        let end = file.anchors[n..]
            .iter()
            .find(|other| other.end && other.name == *name);
        let Some(end) = end else {
            let message = format!("the anchor `{name}` has no end");
            fault(
                &anchor.span,
                "unpaired-anchor",
                message,
                "write `// ANCHOR_END: name` after the part's last line",
            );
            continue;
        };
        let inside = &file.text[anchor.span.end..end.span.start];
        let is_shown = |line: &str| {
            !(line.trim().trim_start_matches('/').trim().is_empty()
                || is_trace_line(line)
                || line.contains("ANCHOR"))
        };
        if !inside.lines().any(is_shown) {
            let message = format!("there is nothing in the anchor `{name}`");
            fault(
                &anchor.span,
                "empty-anchor",
                message,
                "put the comments around the lines to show",
            );
        }
    }
}
