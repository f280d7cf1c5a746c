//! A task that borrows a variable of the function that spawns it and awaits it.

async fn length(text: &str) -> usize {
    tokio::task::yield_now().await;
    text.len()
}

#[tokio::main]
async fn main() {
    let text = String::from("borrowed");
    let task = tokio::spawn(length(&text));
    println!("{:?}", task.await);
}
