//! An async fn that awaits itself.

struct Folder {
    files: u32,
    folders: Vec<Folder>,
}

async fn count(folder: &Folder) -> u32 {
    let mut files = folder.files;
    for inner in &folder.folders {
        files += count(inner).await;
    }
    files
}

fn main() {
    let root = Folder {
        files: 3,
        folders: Vec::new(),
    };
    let _future = count(&root);
}
