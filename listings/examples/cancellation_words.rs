//! Reads words of four letters beside a tick: what a cancelled `read_exact` has read is lost.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::time::{Instant, interval, sleep};

pub(crate) const WORDS: [&str; 4] = ["salt", "rice", "milk", "corn"];

// ANCHOR: send
pub(crate) async fn send(mut pipe: DuplexStream) -> usize {
    let mut sent = 0;
    for word in WORDS {
        for half in [&word[..2], &word[2..]] {
            sleep(Duration::from_millis(30)).await; // ①
            let written = pipe.write_all(half.as_bytes()).await;
            written.expect("the reader is there");
            sent += half.len();
        }
    }
    sent
}
// ANCHOR_END: send

// ANCHOR: receive
pub(crate) async fn receive(mut pipe: DuplexStream, period: Duration) -> Vec<String> {
    let mut words = Vec::new();
    let mut ticks = interval(period);
    let started = ticks.tick().await; // ②
    loop {
        let mut word = [0; 4];
        tokio::select! {
            biased;
            read = pipe.read_exact(&mut word) => match read { // ③
                Ok(_) => words.push(show(started, &word)),
                Err(_) => return words, // ④
            },
            _ = ticks.tick() => println!("{:?}: tick", started.elapsed()),
        }
    }
}
// ANCHOR_END: receive

fn show(started: Instant, word: &[u8]) -> String {
    let word = String::from_utf8_lossy(word).into_owned();
    println!("{:?}: {word}", started.elapsed());
    word
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (near, far) = duplex(64);
    let (sent, words) = tokio::join!(send(near), receive(far, Duration::from_millis(100)));
    let received: usize = words.iter().map(String::len).sum();
    println!("bytes sent: {sent}, received: {received}");
    assert_eq!(words, ["salt", "cemi", "corn"]);
}
