//! The built site in a real browser: starts `tests/browser` with node.
//!
//! Without a browser the tests say so and are skipped; with `CI` set they
//! fail instead. What has passed with the same site, tests and browser is not
//! run again, but with `CI` set.

use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;

use press::locale::SOURCE;
use press::project::Project;
use press::site::Site;
use sha2::{Digest, Sha256};

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    named
        .into_iter()
        .chain(usual.map(PathBuf::from))
        .find(|path| path.is_file())
}

/// What is missing for browser tests, if anything is.
fn missing(folder: &Path) -> Option<String> {
    if chromium().is_none() {
        return Some("no Chromium: install it or name it in CHROMIUM".to_owned());
    }
    if !folder.join("node_modules").is_dir() {
        return Some("no packages: run `npm ci` in tests/browser".to_owned());
    }
    match Command::new("node").arg("--version").output() {
        Ok(output) if output.status.success() => None,
        _ => Some("no node".to_owned()),
    }
}

/// All that the verdict depends on, in one hash: the site and the tests, file
/// by file, the browser and node.
fn depends_on(site: &Path, folder: &Path, browser: &Path) -> String {
    let mut hash = Sha256::new();
    for program in [browser, Path::new("node")] {
        let version = Command::new(program).arg("--version").output();
        hash.update(version.expect("it tells its version").stdout);
    }
    for folder in [site, folder] {
        let files = walkdir::WalkDir::new(folder).sort_by_file_name();
        // What is installed is as package-lock.json says.
        let files = files
            .into_iter()
            .filter_entry(|entry| entry.file_name() != "node_modules");
        for entry in files {
            let entry = entry.expect("the folder can be read");
            if entry.file_type().is_file() {
                let name = entry.path().strip_prefix(folder).expect("below it");
                let bytes = fs::read(entry.path()).expect("a file");
                hash.update(format!("{} {}\n", name.display(), bytes.len()));
                hash.update(bytes);
            }
        }
    }
    format!("{:x}", hash.finalize())
}

#[test]
fn the_site_works_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser");
    if let Some(missing) = missing(&folder) {
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        println!("browser tests skipped: {missing}");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let out = tempfile::tempdir().expect("a temporary folder");
    let site = out.path().join("site");
    Site::default()
        .build(&root, &site)
        .expect("the site builds");
    let browser = chromium().expect("looked for above");
    let passed = root.join("target/browser-passed");
    let now = depends_on(&site, &folder, &browser);
    let before = fs::read_to_string(&passed);
    if std::env::var_os("CI").is_none() && before.is_ok_and(|before| before == now) {
        println!("passed before with this site, these tests and this browser");
        return;
    }
    let project = Project::load(&root).expect("the project loads");
    let locales: Vec<_> = project.locales.iter().map(|l| l.tag.as_str()).collect();
    let slugs: Vec<_> = project.entries.iter().map(|e| e.slug.as_str()).collect();
    assert_eq!(locales.first(), Some(&SOURCE));

    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let listener = runtime
        .block_on(tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))
        .expect("a free port");
    let address = listener.local_addr().expect("bound");
    // Below a path, as on a host that serves more than this book.
    runtime.spawn(press::serve::serve_folder(listener, "/some/path", site));
    let output = Command::new("node")
        .current_dir(&folder)
        .args(["--test", "--test-reporter=spec", "--test-concurrency=4"])
        .env("SITE", format!("http://{address}/some/path/"))
        .env("LOCALES", locales.join(" "))
        .env("SLUGS", slugs.join(" "))
        .env("CHROMIUM", browser)
        .output()
        .expect("node runs");
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "see above");
    fs::write(passed, now).expect("the verdict is kept");
}
