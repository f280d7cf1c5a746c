//! The expression of a disabled branch is evaluated all the same; only its future is not polled.

use std::future::{Ready, ready};

// ANCHOR: main
fn open(name: &str) -> Ready<()> {
    println!("{name}: opened");
    ready(())
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let enabled = false;
    tokio::select! {
        biased;
        () = open("called"), if enabled => println!("never"), // ①
        () = async { open("in async").await }, if enabled => println!("never"), // ②
        else => println!("both are disabled"),
    }
}
// ANCHOR_END: main
