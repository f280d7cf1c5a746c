//! A plain fn that returns a future runs up to its async block when called.

use futures::executor::block_on;

// ANCHOR: two_halves
fn load(id: u32) -> impl Future<Output = u32> {
    println!("check {id}");
    async move {
        println!("read {id}");
        id * 10
    }
}

fn main() {
    let first = load(1);
    let second = load(2);
    println!("created");
    println!("value {}", block_on(second));
    println!("value {}", block_on(first));
}
// ANCHOR_END: two_halves
