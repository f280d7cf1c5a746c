//! A book of two short chapters that is built like the real one: the chapters
//! are those of `tests/fixture`; the theme, the interface's words and the back
//! matter that tells about the edition and the translations are the real ones.

use std::fs;
use std::path::Path;

use super::real::{copy_file, copy_folder, copy_own_files};

/// The chapters; the rest of the book is copied with its stamps.
pub const CHAPTERS: [&str; 2] = ["alpha", "beta"];

/// Writes the book's sources into a folder. Its translations have no stamps yet.
pub fn write(to: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    copy_folder(&root.join("press/tests/fixture"), to, "");
    copy_folder(&root, to, "theme");
    copy_own_files(&root, to);
    copy_file(&root, to, Path::new("listings/Cargo.toml"));
    for locale in ["en", "ru"] {
        for name in ["locale.toml", "about.md", "translations.md"] {
            copy_file(&root, to, &Path::new("src").join(locale).join(name));
        }
    }
    let append = |name: &str, text: &str| {
        let path = to.join(name);
        let old = fs::read_to_string(&path).unwrap_or_default();
        fs::write(path, old + text).expect("a file in the folder");
    };
    append(
        "src/en/SUMMARY.md",
        "\n# Back matter\n\n- [Translations](translations.md)\n- [About this edition](about.md)\n",
    );
    // Under what the real programs were recorded, without their times.
    let recorded = fs::read_to_string(root.join("listings/recorded.toml")).expect("the record");
    let (head, _) = recorded.split_once("\n[[times]]").expect("times");
    append("listings/recorded.toml", head);
}
