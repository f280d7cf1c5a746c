//! A `write_all` that a timeout cancels has sent a part; sent anew, the message comes twice.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::time::{sleep, timeout};

const LIMIT: Duration = Duration::from_millis(10);

// ANCHOR: again
pub(crate) async fn again(mut pipe: DuplexStream, message: &[u8]) {
    loop {
        let written = timeout(LIMIT, pipe.write_all(message)).await; // ①
        if written.is_ok() {
            return;
        }
    }
}
// ANCHOR_END: again

// ANCHOR: rest
pub(crate) async fn rest(mut pipe: DuplexStream, mut message: &[u8]) {
    loop {
        let written = timeout(LIMIT, pipe.write_all_buf(&mut message)).await; // ②
        if written.is_ok() {
            return;
        }
    }
}
// ANCHOR_END: rest

// ANCHOR: main
pub(crate) async fn deliver(write: impl AsyncFnOnce(DuplexStream, &[u8])) -> String {
    let (near, mut far) = duplex(6); // ③
    let mut received = String::new();
    let read = async {
        sleep(LIMIT + LIMIT / 2).await; // ④
        far.read_to_string(&mut received).await
    };
    let ((), read) = tokio::join!(write(near, b"pay 5 EUR;"), read);
    read.expect("letters only");
    received
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    println!("again: {}", deliver(again).await);
    println!("rest:  {}", deliver(rest).await);
}
// ANCHOR_END: main
