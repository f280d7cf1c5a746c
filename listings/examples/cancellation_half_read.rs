//! A word comes in halves, and the loop that reads it goes into another round in between.

use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::time::sleep;

use listings::trace; // trace

const GAP: Duration = Duration::from_millis(12);
const ROUND: Duration = Duration::from_millis(20);

async fn send(mut pipe: DuplexStream) {
    for half in ["sa", "lt", "ri"] {
        sleep(GAP).await;
        trace::state("pipe", format_args!("{half:?}")); // trace
        let written = pipe.write_all(half.as_bytes()).await;
        written.expect("the reader is there");
    }
}

// ANCHOR: read_word
async fn read_word(pipe: &mut DuplexStream) -> String {
    let (mut word, mut filled) = ([0; 4], 0); // ①
    trace::state("read_word", "filled = 0"); // trace
    while filled < 4 {
        trace::mark("read"); // trace
        let read = pipe.read(&mut word[filled..]).await;
        filled += read.expect("the sender is there");
        trace::state("pipe", "\"\""); // trace
        trace::state("read_word", format_args!("filled = {filled}")); // trace
    }
    trace::mark("word"); // trace
    String::from_utf8_lossy(&word).into_owned()
}
// ANCHOR_END: read_word

// ANCHOR: fresh
pub(crate) async fn fresh(pipe: &mut DuplexStream) -> String {
    loop {
        trace::state("read_word", ""); // trace
        trace::mark("create_fresh"); // trace
        let read = read_word(pipe); // ②
        let read = trace::future("read_word", read).with_value(); // trace
        trace::mark("select_fresh"); // trace
        tokio::select! {
            biased;
            () = sleep(ROUND) => {}
            word = read => return word,
        }
    }
}
// ANCHOR_END: fresh

// ANCHOR: kept
pub(crate) async fn kept(pipe: &mut DuplexStream) -> String {
    trace::mark("create_kept"); // trace
    let read = read_word(pipe);
    let read = trace::future("read_word", read).with_value(); // trace
    let mut read = pin!(read); // ③
    loop {
        trace::mark("select_kept"); // trace
        tokio::select! {
            biased;
            () = sleep(ROUND) => {}
            word = &mut read => return word, // ④
        }
    }
}
// ANCHOR_END: kept

pub(crate) async fn run(name: &str, receive: impl AsyncFnOnce(&mut DuplexStream) -> String) {
    trace::variant(name); // trace
    trace::executor("tokio"); // trace
    trace::clock("clock"); // trace
    trace::channel("pipe"); // trace
    let (near, mut far) = duplex(64);
    tokio::spawn(send(near));
    let word = receive(&mut far).await;
    println!("{name}: {word}");
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    run("fresh", fresh).await;
    run("kept", kept).await;
}
