//! A handler may use what the losing branches had borrowed: they are dropped before it runs.

use std::time::Duration;

use tokio::time::sleep;

// ANCHOR: main
struct Line {
    sent: u32,
}

impl Line {
    async fn receive(&mut self) -> &'static str {
        sleep(Duration::from_millis(250)).await;
        "hello"
    }

    async fn keep_alive(&mut self) {
        self.sent += 1;
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let mut line = Line { sent: 0 };
    tokio::select! {
        biased;
        text = line.receive() => println!("{text}"),
        () = sleep(Duration::from_millis(100)) => line.keep_alive().await, // ①
    }
    println!("keep-alives: {}", line.sent);
}
// ANCHOR_END: main
