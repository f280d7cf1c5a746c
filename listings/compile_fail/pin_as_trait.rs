//! `Pin` in the place of a trait.

fn poll_once<F: Future + std::pin::Pin>(future: F) {
    drop(future);
}

fn main() {
    poll_once(std::future::ready(42));
}
