//! `drop` cannot wait: the clean-up that it spawns is lost with the runtime; a method can be awaited.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::time::sleep;

// ANCHOR: upload
pub(crate) struct Upload {
    pub(crate) removed: Arc<AtomicBool>,
    pub(crate) closed: bool,
}

async fn remove_parts(removed: Arc<AtomicBool>) {
    sleep(Duration::from_millis(5)).await;
    removed.store(true, Ordering::Release);
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.closed {
            tokio::spawn(remove_parts(self.removed.clone())); // ①
        }
    }
}

impl Upload {
    pub(crate) async fn close(mut self) {
        remove_parts(self.removed.clone()).await; // ②
        self.closed = true;
    }
}
// ANCHOR_END: upload

fn main() -> std::io::Result<()> {
    for close in [false, true] {
        let removed = Arc::new(AtomicBool::new(false));
        let closed = false;
        let upload = Upload {
            removed: removed.clone(),
            closed,
        };
        let mut builder = Builder::new_current_thread();
        let runtime = builder.enable_time().start_paused(true).build()?;
        runtime.block_on(async {
            match close {
                true => upload.close().await,
                false => drop(upload),
            }
        });
        drop(runtime); // ③
        let removed = removed.load(Ordering::Acquire);
        println!("close: {close}, parts removed: {removed}");
    }
    Ok(())
}
