//! The same list with each future awaited: every body runs, in order.

use std::cell::Cell;

use futures::executor::block_on;

async fn save(name: &str, saved: &Cell<u32>) {
    println!("saving {name}");
    saved.set(saved.get() + 1);
}

// ANCHOR: save_all
async fn save_all(names: &[&str], saved: &Cell<u32>) -> usize {
    let mut jobs = 0;
    for name in names {
        save(name, saved).await; // ①
        jobs += 1;
    }
    jobs
}
// ANCHOR_END: save_all

fn main() {
    let saved = Cell::new(0);
    let jobs = block_on(save_all(&["ada", "grace", "edsger"], &saved));
    println!("{jobs} jobs, {} saved", saved.get());
}
