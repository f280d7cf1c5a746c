//! The size of a future for each combination of scope, buffer, borrow and box.

use std::future::ready;
use std::hint::black_box;

// ANCHOR: four_children
async fn closed_lent<const N: usize>() {
    {
        let buffer = [0_u8; N];
        black_box(&buffer);
    }
    ready(()).await;
}

async fn closed_copied<const N: usize>() {
    {
        let buffer = [0_u8; N];
        black_box(buffer[0]);
    }
    ready(()).await;
}

async fn open_lent<const N: usize>() {
    let buffer = [0_u8; N];
    black_box(&buffer);
    ready(()).await;
}

async fn open_copied<const N: usize>() {
    let buffer = [0_u8; N];
    black_box(buffer[0]);
    ready(()).await;
}
// ANCHOR_END: four_children

// ANCHOR: parent
async fn inline(child: impl AsyncFn()) {
    child().await; // ①
}

async fn boxed(child: impl AsyncFn()) {
    Box::pin(child()).await; // ②
}
// ANCHOR_END: parent

fn print(choice: &str, child: impl AsyncFn() + Copy) {
    println!("{choice} boxed=no: {}", size_of_val(&inline(child)));
    println!("{choice} boxed=yes: {}", size_of_val(&boxed(child)));
}

fn print_all<const N: usize>() {
    let choice = |scope, borrowed| format!("scope={scope} buffer={N} borrowed={borrowed}");
    print(&choice("closed", "yes"), closed_lent::<N>);
    print(&choice("closed", "no"), closed_copied::<N>);
    print(&choice("open", "yes"), open_lent::<N>);
    print(&choice("open", "no"), open_copied::<N>);
}

fn main() {
    print_all::<256>();
    print_all::<1024>();
    print_all::<4096>();
}
