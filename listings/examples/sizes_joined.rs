use std::future::ready;

use futures::executor::block_on;
use futures::join;

// ANCHOR: joined
async fn child() -> usize {
    let page = [1_u8; 1024];
    let length = page.len();
    ready(()).await;
    length
}

async fn one_after_the_other() -> usize {
    child().await + child().await + child().await
}

async fn joined() -> usize {
    let (one, two, three) = join!(child(), child(), child());
    one + two + three
}

fn main() {
    println!("child:               {}", size_of_val(&child()));
    println!(
        "one after the other: {}",
        size_of_val(&one_after_the_other())
    );
    println!("joined:              {}", size_of_val(&joined()));
    assert_eq!(block_on(joined()), block_on(one_after_the_other()));
}
// ANCHOR_END: joined
