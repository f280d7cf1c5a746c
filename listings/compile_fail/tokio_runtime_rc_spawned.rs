//! A future that holds an `Rc` across an await, in a task of its own.

use std::rc::Rc;
use std::time::Duration;

use tokio::time::sleep;

async fn greet() -> usize {
    let name = Rc::new(String::from("Ferris"));
    sleep(Duration::from_millis(10)).await;
    name.len()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let task = tokio::spawn(greet());
    println!("{:?}", task.await);
}
