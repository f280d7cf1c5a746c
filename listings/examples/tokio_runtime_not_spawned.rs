//! A future that holds an `Rc` across an await can be awaited, or spawned on a local runtime.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

// ANCHOR: awaited
pub(crate) async fn greet() -> usize {
    let name = Rc::new(String::from("Ferris"));
    sleep(Duration::from_millis(10)).await;
    name.len()
}

#[tokio::main(flavor = "multi_thread")]
async fn awaited() {
    println!("awaited: {}", greet().await); // ①
}
// ANCHOR_END: awaited

// ANCHOR: mended
pub(crate) async fn greet_with_arc() -> usize {
    let name = Arc::new(String::from("Ferris")); // ②
    sleep(Duration::from_millis(10)).await;
    name.len()
}

pub(crate) async fn greet_early() -> usize {
    let len = {
        let name = Rc::new(String::from("Ferris"));
        name.len()
    }; // ③
    sleep(Duration::from_millis(10)).await;
    len
}

#[tokio::main(flavor = "multi_thread")]
async fn spawned() {
    println!("Arc: {:?}", tokio::spawn(greet_with_arc()).await);
    println!("early: {:?}", tokio::spawn(greet_early()).await);
}

#[tokio::main(flavor = "local")]
async fn local() {
    println!("local: {:?}", tokio::task::spawn_local(greet()).await); // ④
}
// ANCHOR_END: mended

fn main() {
    awaited();
    spawned();
    local();
}
