//! A task whose value is an `Rc`.

use std::rc::Rc;

#[tokio::main]
async fn main() {
    let task = tokio::spawn(async { Rc::new(42) });
    println!("{:?}", task.await);
}
