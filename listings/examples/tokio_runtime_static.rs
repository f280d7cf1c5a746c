//! `'static` asks for a value that may be kept, not for one that is kept: the task's own drops with it.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::sleep;

// ANCHOR: measure
async fn length(text: &str) -> usize {
    sleep(Duration::from_millis(10)).await;
    text.len()
}

fn measure(text: Text) -> JoinHandle<usize> {
    tokio::spawn(async move { length(&text.0).await }) // ①
}
// ANCHOR_END: measure

struct Text(String);

impl Drop for Text {
    fn drop(&mut self) {
        println!("{} dropped", self.0);
    }
}

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let text = Text("lent".into());
    println!("awaited: {}", length(&text.0).await); // ②

    let task = measure(Text("given away".into())); // ③
    println!("owned: {:?}", task.await);

    let text = Arc::new(Text("shared".into()));
    let copy = Arc::clone(&text); // ④
    let task = tokio::spawn(async move { length(&copy.0).await });
    println!("shared: {:?}", task.await);
    assert_eq!(Arc::strong_count(&text), 1);
    println!("main returns");
}
// ANCHOR_END: main
