//! Two branches borrow the same value mutably, both at the same time.

use std::time::Duration;

use tokio::time::sleep;

struct Line {
    sent: u32,
}

// ANCHOR: main
impl Line {
    async fn receive(&mut self) -> &'static str {
        sleep(Duration::from_millis(250)).await;
        "hello"
    }

    async fn keep_alive(&mut self) {
        sleep(Duration::from_millis(100)).await;
        self.sent += 1;
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let mut line = Line { sent: 0 };
    tokio::select! {
        text = line.receive() => println!("{text}"),
        () = line.keep_alive() => println!("sent {}", line.sent),
    }
}
// ANCHOR_END: main
