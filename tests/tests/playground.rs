//! Which programs a reader can open in the Playground.

use std::path::{Path, PathBuf};

use press::elements::run::Runs;
use press::listing::{self, Origin};

fn examples(root: &Path) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root.join("listings/examples")).expect("the listings");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The programs of Part III that need no crate of ours can be opened in the Playground.
#[test]
fn the_playground_takes_what_it_can_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let runs = Runs::load(&root).expect("the record");
    let summary = std::fs::read_to_string(root.join("src/en/SUMMARY.md")).expect("the contents");
    let (_, part) = summary.split_once("# Part III").expect("Part III");
    let slugs: Vec<_> = part
        .split("\n# ")
        .next()
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.split_once("](")?.1.strip_suffix(".md)"))
        .map(|slug| slug.replace('-', "_") + "_")
        .collect();
    assert_eq!(slugs.len(), 8);
    let mut offered = 0;
    for path in examples(&root) {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if !slugs.iter().any(|slug| name.starts_with(slug)) {
            continue;
        }
        let program = listing::shown(&std::fs::read_to_string(&path).expect("a listing"));
        let origin = Origin {
            path: format!("listings/examples/{name}.rs"),
            anchor: String::new(),
        };
        let own = program.contains("listings::");
        assert_eq!(
            runs.playground(&origin, &listing::lines(&program)),
            !own,
            "{name}"
        );
        offered += usize::from(!own);
    }
    println!("{offered} programs of Part III can be opened in the Playground");
    assert!(offered > 50);
}
