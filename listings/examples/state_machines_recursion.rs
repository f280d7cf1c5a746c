//! An async fn that awaits itself, each call in a box.

use futures::executor::block_on;

// ANCHOR: boxed
pub(crate) struct Folder {
    pub(crate) files: u32,
    pub(crate) folders: Vec<Folder>,
}

pub(crate) async fn count(folder: &Folder) -> u32 {
    let mut files = folder.files;
    for inner in &folder.folders {
        files += Box::pin(count(inner)).await; // ①
    }
    files
}
// ANCHOR_END: boxed

fn main() {
    let inner = |files| Folder {
        files,
        folders: Vec::new(),
    };
    let root = Folder {
        files: 3,
        folders: vec![inner(2), inner(4)],
    };
    println!("files: {}", block_on(count(&root)));
    println!("bytes: {}", size_of_val(&count(&root)));
}
