//! Reads words of four letters beside a tick: the read is pinned once and polled on.

use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
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
async fn read_word(mut pipe: DuplexStream) -> io::Result<(DuplexStream, [u8; 4])> {
    let mut word = [0; 4];
    pipe.read_exact(&mut word).await?;
    Ok((pipe, word)) // ①
}

pub(crate) async fn receive(pipe: DuplexStream, period: Duration) -> Vec<String> {
    let mut words = Vec::new();
    let mut ticks = interval(period);
    ticks.tick().await;
    let mut read = pin!(read_word(pipe)); // ②
    loop {
        tokio::select! {
            biased;
            done = &mut read => match done { // ③
                Ok((pipe, word)) => {
                    words.push(String::from_utf8_lossy(&word).into_owned());
                    read.set(read_word(pipe)); // ④
                }
                Err(_) => return words,
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
