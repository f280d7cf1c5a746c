//! Two ways out of the deadlock: drop the std guard before the await, or take Tokio's mutex.

use tokio::select;
use tokio::task::yield_now;

// ANCHOR: dropped_before
pub(crate) async fn add(total: &std::sync::Mutex<u32>) {
    yield_now().await;
    *total.lock().expect("no panic") += 1; // ①
}

async fn look(total: &std::sync::Mutex<u32>) -> u32 {
    *total.lock().expect("no panic")
}
// ANCHOR_END: dropped_before

// ANCHOR: awaited_lock
async fn add_across(total: &tokio::sync::Mutex<u32>) {
    let mut total = total.lock().await;
    yield_now().await; // ②
    *total += 1;
}

async fn look_across(total: &tokio::sync::Mutex<u32>) -> u32 {
    *total.lock().await // ③
}
// ANCHOR_END: awaited_lock

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let total = std::sync::Mutex::new(0);
    let end = select! {
        biased;
        () = add(&total) => "added".to_owned(),
        seen = look(&total) => format!("saw {seen}"),
    };
    println!("guard dropped before the await: {end}");

    let total = tokio::sync::Mutex::new(0);
    let end = select! {
        biased;
        () = add_across(&total) => "added".to_owned(),
        seen = look_across(&total) => format!("saw {seen}"),
    };
    println!("Tokio's guard held across it: {end}");
}
