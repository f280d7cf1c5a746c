//! A printed byte and a copied one.

use std::future::ready;

// ANCHOR: two_prints
async fn print_byte() {
    let page = [1_u8; 1024];
    println!("{}", page[0]);
    ready(()).await;
}

async fn copy_byte() {
    let page = [1_u8; 1024];
    let page = page[0];
    println!("{page}");
    ready(()).await;
}

fn main() {
    println!("print: {}", size_of_val(&print_byte()));
    println!("copy: {}", size_of_val(&copy_byte()));
}
// ANCHOR_END: two_prints
