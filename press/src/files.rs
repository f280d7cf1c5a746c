//! Writing files whole or not at all, readable for whoever the umask allows.
//!
//! Temporary files are private by default; a site or a chapter is not.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::{Builder, TempDir};

/// Writes a file whole, making its folder if need be.
pub fn write(path: &Path, data: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file stands in a folder")?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let mut file = builder(0o666)
        .tempfile_in(folder)
        .with_context(|| format!("cannot write in {}", folder.display()))?;
    file.write_all(data)
        .with_context(|| format!("cannot write {}", path.display()))?;
    file.persist(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// Writes a file whole, and only if that changes it.
pub fn write_changed(path: &Path, data: &[u8]) -> Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == data) {
        return Ok(());
    }
    write(path, data)
}

/// How many letters and digits make a temporary folder's name its own.
const RANDOM: usize = 6;

/// A folder beside `out`, which it will replace.
pub fn folder_beside(out: &Path) -> Result<TempDir> {
    let (parent, prefix) = beside(out)?;
    builder(0o777)
        .prefix(&prefix)
        .rand_bytes(RANDOM)
        .tempdir_in(parent)
        .with_context(|| format!("cannot write in {}", parent.display()))
}

/// Removes what [`folder_beside`] made for `out` in processes that were killed.
pub fn sweep_beside(out: &Path) -> Result<()> {
    let (parent, prefix) = beside(out)?;
    let left_over = |name: &str| {
        name.strip_prefix(&prefix).is_some_and(|rest| {
            rest.len() == RANDOM && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    };
    for entry in std::fs::read_dir(parent)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(left_over) {
            let path = entry.path();
            std::fs::remove_dir_all(&path)
                .with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Where the folders beside `out` stand, and how their names begin.
fn beside(out: &Path) -> Result<(&Path, String)> {
    let parent = out.parent().context("the output folder needs a parent")?;
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    Ok((parent, format!(".site-{name}-")))
}

#[cfg(unix)]
fn builder(mode: u32) -> Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut builder = Builder::new();
    builder.permissions(std::fs::Permissions::from_mode(mode));
    builder
}

#[cfg(not(unix))]
fn builder(_: u32) -> Builder<'static, 'static> {
    Builder::new()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        let metadata = std::fs::metadata(path).expect("just made");
        metadata.permissions().mode() & 0o777
    }

    #[test]
    fn what_is_written_is_as_open_as_what_others_write() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("plain"), "").expect("written");
        std::fs::create_dir(folder.path().join("folder")).expect("made");
        write(&folder.path().join("whole"), b"text").expect("written");
        let beside = folder_beside(&folder.path().join("out")).expect("made");
        assert_eq!(
            mode(&folder.path().join("whole")),
            mode(&folder.path().join("plain"))
        );
        assert_eq!(mode(beside.path()), mode(&folder.path().join("folder")));
    }
}
