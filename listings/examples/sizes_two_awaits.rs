//! Variables that live across more than one await share their bytes with nobody.

use std::future::ready;

// ANCHOR: two_awaits
async fn one_await_each() {
    {
        let head = [1_u8; 1024];
        report(checksum(&head));
        ready(()).await;
    }
    {
        let body = [2_u8; 2048];
        report(checksum(&body));
        ready(()).await;
    }
}

async fn two_awaits_each() {
    {
        let head = [1_u8; 1024];
        report(checksum(&head));
        ready(()).await;
        ready(()).await; // ①
    }
    {
        let body = [2_u8; 2048];
        report(checksum(&body));
        ready(()).await;
        ready(()).await;
    }
}
// ANCHOR_END: two_awaits

// ANCHOR: functions
async fn phase<const BYTES: usize>() {
    let page = [1_u8; BYTES];
    report(checksum(&page));
    ready(()).await;
    ready(()).await;
}

async fn two_functions() {
    phase::<1024>().await; // ②
    phase::<2048>().await;
}
// ANCHOR_END: functions

fn checksum(page: &[u8]) -> u8 {
    page.iter().fold(0, |sum, byte| sum ^ byte)
}

fn report(value: u8) {
    println!("{value}");
}

fn main() {
    println!("one await each:  {}", size_of_val(&one_await_each()));
    println!("two awaits each: {}", size_of_val(&two_awaits_each()));
    println!("two functions:   {}", size_of_val(&two_functions()));
}
