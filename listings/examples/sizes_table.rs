//! Sizes of futures: two phases, a child, an argument.

use std::future::ready;

// ANCHOR: phases
async fn one_scope() {
    let head = [1_u8; 1024];
    report(checksum(&head));
    ready(()).await;
    let body = [2_u8; 2048];
    report(checksum(&body));
    ready(()).await; // ①
}

async fn closed_scopes() {
    {
        let head = [1_u8; 1024];
        report(checksum(&head));
        ready(()).await;
    } // ②
    {
        let body = [2_u8; 2048];
        report(checksum(&body));
        ready(()).await;
    }
}
// ANCHOR_END: phases

// ANCHOR: chain
async fn child() {
    let page = [1_u8; 1024];
    report(checksum(&page));
    ready(()).await;
}

async fn awaits_child() {
    child().await; // ①
}

async fn awaits_boxed_child() {
    Box::pin(child()).await; // ②
}
// ANCHOR_END: chain

// ANCHOR: argument
async fn by_value(page: [u8; 512]) {
    ready(()).await;
    report(checksum(&page)); // ③
}

async fn by_reference(page: &[u8; 512]) {
    ready(()).await;
    report(checksum(page));
}
// ANCHOR_END: argument

fn checksum(page: &[u8]) -> u8 {
    page.iter().fold(0, |sum, byte| sum ^ byte)
}

fn report(value: u8) {
    println!("{value}");
}

fn main() {
    println!("one_scope:          {:4}", size_of_val(&one_scope()));
    println!("closed_scopes:      {:4}", size_of_val(&closed_scopes()));
    println!("child:              {:4}", size_of_val(&child()));
    println!("awaits_child:       {:4}", size_of_val(&awaits_child()));
    let boxed = awaits_boxed_child();
    println!("awaits_boxed_child: {:4}", size_of_val(&boxed));
    println!("by_value:           {:4}", size_of_val(&by_value([1; 512])));
    let by_reference = by_reference(&[1; 512]);
    println!("by_reference:       {:4}", size_of_val(&by_reference));
}
