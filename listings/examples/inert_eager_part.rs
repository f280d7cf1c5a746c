//! A plain fn that returns a future runs up to its async block when called.

use futures::executor::block_on;

// ANCHOR: two_halves
fn load(id: u32) -> impl Future<Output = u32> {
    print!("check{id} ");
    async move {
        print!("read{id} ");
        id * 10
    }
}

fn main() {
    let first = load(1);
    let second = load(2);
    print!("created ");
    let sum = block_on(second) + block_on(first);
    println!("sum={sum}");
}
// ANCHOR_END: two_halves
