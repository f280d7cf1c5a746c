//! Four functions that do the same with a page before they wait, and the bytes that each keeps.

use std::future::ready;

// ANCHOR: same_work
async fn in_scope() {
    let page = [1_u8; 1024];
    report(checksum(&page));
    ready(()).await; // ①
}

async fn dropped() {
    let page = Page([1; 1024]);
    report(checksum(&page.0));
    drop(page); // ②
    ready(()).await;
}

async fn first_byte() {
    let page = [1_u8; 1024];
    report(page[0]); // ③
    ready(()).await;
}

async fn block() {
    {
        let page = [1_u8; 1024];
        report(checksum(&page));
    } // ④
    ready(()).await;
}
// ANCHOR_END: same_work

struct Page([u8; 1024]);

impl Drop for Page {
    fn drop(&mut self) {
        println!("page given back");
    }
}

fn checksum(page: &[u8]) -> u8 {
    page.iter().fold(0, |sum, byte| sum ^ byte)
}

fn report(value: u8) {
    println!("{value}");
}

fn main() {
    println!("in_scope:   {:4}", size_of_val(&in_scope()));
    println!("dropped:    {:4}", size_of_val(&dropped()));
    println!("first_byte: {:4}", size_of_val(&first_byte()));
    println!("block:      {:4}", size_of_val(&block()));
}
