//! What else decides whether a variable costs its bytes: later use, a drop, a borrow, a move.

use std::future::ready;

// ANCHOR: used_later
async fn used_later() {
    let page = [1_u8; 1024];
    ready(()).await;
    report(checksum(&page)); // ①
}

async fn given_back_at_the_end() {
    let _page = Page([1; 1024]);
    ready(()).await;
} // ②
// ANCHOR_END: used_later

// ANCHOR: borrowed
async fn copied_into_drop() {
    let page = [1_u8; 1024];
    report(checksum(&page));
    #[expect(dropping_copy_types, reason = "it frees nothing, and that is shown")]
    drop(page); // ①
    ready(()).await;
}

async fn moved_out() {
    let page = Page([1; 1024]);
    drop(page); // ②
    ready(()).await;
}

async fn lent_and_moved_out() {
    let page = Page([1; 1024]);
    report(checksum(&page.0)); // ③
    drop(page); // ④
    ready(()).await;
}
// ANCHOR_END: borrowed

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
    println!("used later:            {:4}", size_of_val(&used_later()));
    let at_the_end = given_back_at_the_end();
    println!("given back at the end: {:4}", size_of_val(&at_the_end));
    println!(
        "copied into drop:      {:4}",
        size_of_val(&copied_into_drop())
    );
    println!("moved out:             {:4}", size_of_val(&moved_out()));
    let lent = lent_and_moved_out();
    println!("lent and moved out:    {:4}", size_of_val(&lent));
}
