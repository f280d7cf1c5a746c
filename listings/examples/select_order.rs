//! Which of several branches wins when all are ready: a matter of chance, unless `biased;` is there.

use std::future::{pending, ready};

const ROUNDS: u32 = 10_000;

// ANCHOR: rounds
pub(crate) async fn random() -> u32 {
    let mut first = 0;
    for _ in 0..ROUNDS {
        tokio::select! {
            () = ready(()) => first += 1, // ①
            () = ready(()) => {}
        }
    }
    first
}

pub(crate) async fn biased() -> u32 {
    let mut first = 0;
    for _ in 0..ROUNDS {
        tokio::select! {
            biased; // ②
            () = ready(()) => first += 1,
            () = ready(()) => {}
        }
    }
    first
}
// ANCHOR_END: rounds

// ANCHOR: behind_pending
pub(crate) async fn behind_pending() -> u32 {
    let mut second = 0;
    for _ in 0..ROUNDS {
        tokio::select! {
            () = pending() => {}
            () = ready(()) => second += 1, // ③
            () = ready(()) => {}
        }
    }
    second
}
// ANCHOR_END: behind_pending

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let half = 4_500..5_500;
    assert!(half.contains(&random().await));
    println!("random: the first wins {half:?} of {ROUNDS}");
    let first = biased().await;
    assert_eq!(first, ROUNDS);
    println!("biased: the first wins {first} of {ROUNDS}");
    let two_thirds = 6_166..7_166;
    assert!(two_thirds.contains(&behind_pending().await));
    println!("behind one that waits: the next wins {two_thirds:?} of {ROUNDS}");
}
