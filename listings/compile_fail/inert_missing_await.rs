//! The value of an async call is asked for without an await.

async fn price(item: &str) -> u32 {
    item.len() as u32
}

async fn total() -> u32 {
    let tea: u32 = price("tea");
    let rice: u32 = price("rice").await;
    tea + rice
}

fn main() {
    println!("{}", futures::executor::block_on(total()));
}
