//! Children that wait at the same time can't share their bytes.

use std::future::ready;

use futures::join;

// ANCHOR: joined
async fn child() {
    let page = [1_u8; 1024];
    println!("{}", page.len());
    ready(()).await;
}

async fn one_by_one() {
    child().await;
    child().await;
    child().await;
}

async fn joined() {
    join!(child(), child(), child());
}

fn main() {
    println!("child:      {}", size_of_val(&child()));
    println!("one_by_one: {}", size_of_val(&one_by_one()));
    println!("joined:     {}", size_of_val(&joined()));
}
// ANCHOR_END: joined
