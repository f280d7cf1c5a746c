//! A future of about 20,000 bytes, for Clippy to find.

use std::future::ready;

async fn receive() {
    let buffer = [0_u8; 20_000];
    println!("room for {} bytes", buffer.len());
    ready(()).await;
}

async fn relay() {
    receive().await;
}

fn main() {
    println!("receive: {}", size_of_val(&receive()));
    println!("relay: {}", size_of_val(&relay()));
}
