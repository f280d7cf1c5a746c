//! Counts primes in one poll, and holds the lock of the progress all the time.

use std::sync::{Arc, Mutex};

#[derive(Default)]
pub struct Progress {
    pub checked: u32,
    pub primes: u32,
}

/// Checks the numbers from 1 to `limit`, and says in `progress` how far it is.
pub async fn count_primes(limit: u32, progress: Arc<Mutex<Progress>>) {
    let mut progress = progress.lock().unwrap();
    for n in 1..=limit {
        if is_prime(n) {
            progress.primes += 1;
        }
        progress.checked = n;
    }
}

fn is_prime(n: u32) -> bool {
    n > 1 && (2..n).all(|divisor| !n.is_multiple_of(divisor))
}
