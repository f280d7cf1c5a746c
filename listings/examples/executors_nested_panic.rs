//! The `block_on` of the crate `futures` refuses to be nested.

use futures::executor::block_on;

fn total() -> u32 {
    block_on(async { 40 + 2 })
}

fn main() {
    println!("outside: {}", total());
    block_on(async {
        println!("inside: {}", total());
    });
}
