//! A copy of the real book, to be broken where nobody reads it.

use std::fs;
use std::path::Path;

/// The locales that the book has.
pub const LOCALES: [&str; 5] = ["en", "es", "it", "pt-BR", "ru"];

/// Copies the sources with the books of these locales into a folder.
pub fn copy(to: &Path, locales: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let books = locales.iter().map(|tag| format!("src/{tag}"));
    let parts = ["listings", "theme"].map(str::to_owned);
    for part in books.chain(parts) {
        copy_folder(&root, to, &part);
    }
    copy_own_files(&root, to);
}

/// Copies the files that stand in `root` itself and that a book needs.
pub fn copy_own_files(root: &Path, to: &Path) {
    for name in [
        "book.toml",
        "Cargo.toml",
        "Cargo.lock",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "rust-toolchain.toml",
    ] {
        copy_file(root, to, Path::new(name));
    }
}

/// Copies a folder below `root` to the same place below `to`.
pub fn copy_folder(root: &Path, to: &Path, name: &str) {
    for entry in walkdir::WalkDir::new(root.join(name)) {
        let entry = entry.expect("the folder can be read");
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(root).expect("below the root");
            copy_file(root, to, name);
        }
    }
}

/// Copies a file below `root` to the same place below `to`.
pub fn copy_file(root: &Path, to: &Path, name: &Path) {
    let copy = to.join(name);
    fs::create_dir_all(copy.parent().expect("a file has a folder")).expect("a folder");
    fs::copy(root.join(name), copy).unwrap_or_else(|error| panic!("{}: {error}", name.display()));
}
