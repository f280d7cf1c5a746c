//! What befalls a build from outside: it is killed, another one runs, the disk
//! is full, the folder has an odd name. The last good site stays whole.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Copy, left_over};

/// How long a build may take to show its first page on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);
const NEWS: &str = "A sentence that was not there before.";

/// Every file of a site.
fn site(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .map(|path| {
            let bytes = fs::read(&path).unwrap();
            (path.strip_prefix(folder).unwrap().to_owned(), bytes)
        })
        .collect()
}

/// Fails with the names of the files that differ, not with their bytes.
#[track_caller]
fn same(before: &BTreeMap<PathBuf, Vec<u8>>, folder: &Path) {
    let after = site(folder);
    let names = before.keys().chain(after.keys());
    let differ: Vec<_> = names
        .filter(|name| before.get(*name) != after.get(*name))
        .collect();
    assert!(differ.is_empty(), "{differ:?}");
}

#[test]
fn a_killed_build_leaves_the_last_good_site_and_the_next_one_tidies_up() {
    let copy = Copy::real(&["en"]);
    copy.does(&["build"]);
    let before = site(&copy.path("book"));
    copy.append("src/en/poll.md", format!("\n{NEWS}\n").as_bytes());

    let mut build = copy.command(&["build"]).spawn().unwrap();
    let start = Instant::now();
    let under_way = || copy.left_over().iter().any(|one| one.join("en").is_dir());
    while !under_way() {
        assert!(build.try_wait().unwrap().is_none(), "it ended unseen");
        assert!(start.elapsed() < LIMIT, "no fresh folder");
        std::thread::yield_now();
    }
    build.kill().unwrap();
    assert!(!build.wait().unwrap().success());
    assert!(!copy.left_over().is_empty(), "nothing was interrupted");
    same(&before, &copy.path("book"));

    // What another site's build may need, or somebody else, stays.
    let theirs = copy.path(".site-book-two-abc123");
    fs::create_dir(&theirs).unwrap();
    copy.does(&["build"]);
    assert!(copy.text("book/en/poll.html").contains(NEWS));
    assert_eq!(copy.left_over(), [theirs]);
}

#[test]
fn two_builds_at_once_give_one_whole_site() {
    let copy = Copy::small();
    let builds: Vec<_> = (0..2)
        .map(|_| {
            copy.command(&["build"])
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut build in builds {
        assert!(build.wait().unwrap().success());
    }
    assert!(copy.left_over().is_empty());
    let together = site(&copy.path("book"));
    copy.does(&["build", "--out", "alone"]);
    same(&together, &copy.path("alone"));
}

#[test]
fn a_folder_with_spaces_and_other_letters_is_like_any_other() {
    let copy = Copy::small_in("Möbius & Söhne/моя книга");
    copy.does(&["check"]);
    copy.does(&["build", "--out", "die fertige Ausgabe/für später"]);
    let page = copy.text("die fertige Ausgabe/für später/ru/beta.html");
    assert!(page.contains("<html lang=\"ru\""));
    assert!(left_over(&copy.path("die fertige Ausgabe")).is_empty());
}

/// A disk of its own, unmounted in the end.
struct Disk(tempfile::TempDir);

impl Disk {
    /// Nothing where mounting is not allowed.
    fn new(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(folder.path())
            .output()
            .is_ok_and(|output| output.status.success());
        mounted.then_some(Self(folder))
    }

    /// Fills the disk but for `free` bytes.
    fn fill(&self, free: u64) {
        let path = self.0.path().join("filler");
        let mut filler = File::create(path).unwrap();
        let block = vec![1; 1 << 16];
        while filler.write_all(&block).is_ok() {}
        let full = filler.metadata().unwrap().len();
        filler.set_len(full - free).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_is_one_message_and_leaves_the_last_good_site() {
    let Some(disk) = Disk::new("128m") else {
        println!("skipped: a small disk cannot be mounted here (that needs root)");
        return;
    };
    let copy = Copy::small();
    let out = disk.0.path().join("book");
    let build = ["build", "--out", out.to_str().unwrap()];
    copy.does(&build);
    let before = site(&out);
    // A disk is filled by whole pages.
    let pages = |bytes: &Vec<u8>| bytes.len().next_multiple_of(4096) as u64;
    let size: u64 = before.values().map(pages).sum();
    let index = before
        .iter()
        .filter(|(name, _)| name.iter().any(|part| part == "pagefind"));
    let index: u64 = index.map(|(_, bytes)| pages(bytes)).sum();
    copy.append("src/en/beta.md", format!("\n{NEWS}\n").as_bytes());
    // At the first files, amid the pages, amid the index.
    for free in [1 << 16, size / 2, size - index / 2] {
        disk.fill(free);
        let message = copy.refused(&build);
        assert!(message.contains("No space left on device"), "{message}");
        assert!(!message.contains("panicked"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        same(&before, &out);
        assert!(left_over(disk.0.path()).is_empty());
    }
    fs::remove_file(disk.0.path().join("filler")).unwrap();
    copy.does(&build);
    let page = fs::read_to_string(out.join("en/beta.html")).unwrap();
    assert!(page.contains(NEWS));
}
