//! Calls mapped over a list and collected: as many futures, and no body run.

use std::cell::Cell;

use futures::executor::block_on;

async fn save(name: &str, saved: &Cell<u32>) {
    println!("saving {name}");
    saved.set(saved.get() + 1);
}

// ANCHOR: save_all
async fn save_all(names: &[&str], saved: &Cell<u32>) -> usize {
    let jobs: Vec<_> = names.iter().map(|name| save(name, saved)).collect(); // ①
    jobs.len() // ②
}

fn main() {
    let saved = Cell::new(0);
    let jobs = block_on(save_all(&["ada", "grace", "edsger"], &saved));
    println!("{jobs} jobs, {} saved", saved.get());
}
// ANCHOR_END: save_all
