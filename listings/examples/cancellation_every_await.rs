//! Cancels a future at each point where it waits, runs it anew, and tells what came of it.

use std::pin::pin;
use std::task::Poll;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::task::yield_now;

// ANCHOR: harness
pub(crate) async fn cancel_everywhere<S, T>(
    setup: impl Fn() -> S,
    run: impl AsyncFn(&mut S) -> T,
) -> Vec<T> {
    let mut results = Vec::new();
    loop {
        let mut state = setup(); // ①
        let nth = results.len() + 1;
        let whole = cut_off(nth, run(&mut state)).await; // ②
        if whole.is_some() {
            return results;
        }
        results.push(run(&mut state).await); // ③
    }
}

pub(crate) async fn cut_off<F: Future>(nth: usize, fut: F) -> Option<F::Output> {
    let mut fut = pin!(fut);
    let mut pendings = 0;
    let polls = std::future::poll_fn(|cx| match fut.as_mut().poll(cx) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => {
            pendings += 1;
            match pendings == nth {
                true => Poll::Ready(None), // ④
                false => Poll::Pending,
            }
        }
    });
    polls.await
}
// ANCHOR_END: harness

// ANCHOR: use
pub(crate) struct Words {
    pub(crate) pipe: DuplexStream,
    pub(crate) word: [u8; 4],
    pub(crate) filled: usize,
}

pub(crate) fn one_letter_at_a_time() -> Words {
    let (mut near, pipe) = duplex(64);
    tokio::spawn(async move {
        for letter in b"saltrice" {
            yield_now().await; // ⑤
            let _ = near.write_all(&[*letter]).await;
        }
    });
    let (word, filled) = ([0; 4], 0);
    Words { pipe, word, filled }
}

pub(crate) async fn wrong(words: &mut Words) -> String {
    let mut word = [0; 4];
    let read = words.pipe.read_exact(&mut word).await;
    read.expect("eight letters come");
    String::from_utf8_lossy(&word).into_owned()
}

pub(crate) async fn right(words: &mut Words) -> String {
    while words.filled < 4 {
        let rest = &mut words.word[words.filled..];
        let read = words.pipe.read(rest).await;
        words.filled += read.expect("eight letters come");
    }
    words.filled = 0;
    String::from_utf8_lossy(&words.word).into_owned()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let wrong = cancel_everywhere(one_letter_at_a_time, wrong).await;
    println!("wrong: {wrong:?}");
    let right = cancel_everywhere(one_letter_at_a_time, right).await;
    println!("right: {right:?}");
    assert!(right.iter().all(|word| word == "salt"));
}
// ANCHOR_END: use
