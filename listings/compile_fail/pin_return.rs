//! What `pin!` pins belongs to the function that calls it.

use std::pin::{Pin, pin};

async fn quick() -> &'static str {
    "quick"
}

fn job() -> Pin<&'static mut dyn Future<Output = &'static str>> {
    pin!(quick())
}

fn main() {
    let job = job();
    println!("{}", size_of_val(&job));
}
