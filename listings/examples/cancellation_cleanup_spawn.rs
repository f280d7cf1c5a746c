//! A `drop` that spawns the cleanup: it runs if the runtime lives long enough.

use std::io;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::time::sleep;

// ANCHOR: session
struct Session {
    name: &'static str,
    runtime: Handle,
}

impl Drop for Session {
    fn drop(&mut self) {
        println!("{}: dropped", self.name);
        self.runtime.spawn(say_goodbye(self.name)); // ①
    }
}

async fn say_goodbye(name: &'static str) {
    sleep(Duration::from_millis(10)).await;
    println!("{name}: goodbye sent");
}
// ANCHOR_END: session

// ANCHOR: main
fn main() -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let session = |name| Session {
        name,
        runtime: runtime.handle().clone(),
    };
    runtime.block_on(async {
        drop(session("early"));
        sleep(Duration::from_millis(50)).await;
        drop(session("late"));
    }); // ②
    Ok(())
}
// ANCHOR_END: main
