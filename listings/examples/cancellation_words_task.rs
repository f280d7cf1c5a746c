//! Reads words of four letters beside a tick: a task of its own reads, and nobody cancels it.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

pub(crate) const WORDS: [&str; 4] = ["salt", "rice", "milk", "corn"];

async fn send(mut pipe: DuplexStream) -> usize {
    let mut sent = 0;
    for word in WORDS {
        for half in [&word[..2], &word[2..]] {
            sleep(Duration::from_millis(30)).await;
            let written = pipe.write_all(half.as_bytes()).await;
            written.expect("the reader is there");
            sent += half.len();
        }
    }
    sent
}

// ANCHOR: receive
pub(crate) async fn receive(mut pipe: DuplexStream, period: Duration) -> Vec<String> {
    let (tx, mut rx) = mpsc::channel(4);
    tokio::spawn(async move {
        let mut word = [0; 4];
        while pipe.read_exact(&mut word).await.is_ok() {
            let word = String::from_utf8_lossy(&word).into_owned();
            if tx.send(word).await.is_err() {
                return; // ①
            }
        }
    });
    let mut words = Vec::new();
    let mut ticks = interval(period);
    ticks.tick().await;
    loop {
        tokio::select! {
            biased;
            word = rx.recv() => match word { // ②
                Some(word) => words.push(word),
                None => return words,
            },
            _ = ticks.tick() => {}
        }
    }
}
// ANCHOR_END: receive

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (near, far) = duplex(64);
    let (sent, words) = tokio::join!(send(near), receive(far, Duration::from_millis(100)));
    let received: usize = words.iter().map(String::len).sum();
    println!("{words:?}\nbytes sent: {sent}, received: {received}");
    assert_eq!(words, WORDS);
}
