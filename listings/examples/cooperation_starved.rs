//! A loop full of awaits starves its neighbour, until it yields: both counted in turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::task::yield_now;

use listings::trace; // trace

// ANCHOR: starved
async fn is_prime(n: u32) -> bool {
    n > 1 && (2..n).all(|divisor| !n.is_multiple_of(divisor))
}

pub(crate) async fn count_primes(yields: bool) -> u32 {
    let mut primes = 0;
    for n in 1..=400 {
        let prime = is_prime(n).await; // ①
        primes += u32::from(prime);
        if yields && n % 100 == 0 {
            trace::state("primes", format_args!("n = {n}, primes = {primes}")); // trace
            trace::mark("yield_primes"); // trace
            yield_now().await; // ②
        }
    }
    trace::state("primes", format_args!("n = 400, primes = {primes}")); // trace
    trace::mark("done"); // trace
    primes
}

async fn take_turns(turns: Arc<AtomicU32>) {
    loop {
        turns.fetch_add(1, Ordering::Relaxed);
        trace::state("neighbour", format_args!("turns = {turns:?}")); // trace
        trace::mark("yield_turn"); // trace
        yield_now().await;
    }
}

#[tokio::main(flavor = "current_thread")] // ③
async fn main() {
    for yields in [false, true] {
        trace::variant(format_args!("yields={yields}")); // trace
        trace::executor("tokio"); // trace
        let turns = Arc::new(AtomicU32::new(0));
        let before_end = turns.clone();
        let primes = async move {
            let primes = count_primes(yields).await;
            (primes, before_end.load(Ordering::Relaxed))
        };
        trace::mark("spawn_primes"); // trace
        let primes = trace::task("primes", primes); // trace
        let counted = tokio::spawn(primes);
        let neighbour = take_turns(turns);
        trace::mark("spawn_neighbour"); // trace
        let neighbour = trace::task("neighbour", neighbour); // trace
        let neighbour = tokio::spawn(neighbour);
        trace::mark("await"); // trace
        let (primes, turns) = counted.await.expect("no panic"); // ④
        neighbour.abort();
        println!("yields {yields}: {primes} primes, turns of the neighbour: {turns}");
    }
}
// ANCHOR_END: starved
