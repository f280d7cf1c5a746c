//! Counts primes, yields after each hundred numbers, and then holds no lock.

use std::sync::{Arc, Mutex};

use tokio::task::yield_now;

#[derive(Default)]
pub struct Progress {
    pub checked: u32,
    pub primes: u32,
}

/// Checks the numbers from 1 to `limit`, and says in `progress` how far it is.
pub async fn count_primes(limit: u32, progress: Arc<Mutex<Progress>>) {
    for n in 1..=limit {
        check(n, &progress);
        if n % 100 == 0 {
            yield_now().await;
        }
    }
}

/// Not async, so the guard can't meet an await.
fn check(n: u32, progress: &Mutex<Progress>) {
    let prime = is_prime(n);
    let mut progress = progress.lock().unwrap();
    progress.primes += u32::from(prime);
    progress.checked = n;
}

fn is_prime(n: u32) -> bool {
    n > 1 && (2..n).all(|divisor| !n.is_multiple_of(divisor))
}
