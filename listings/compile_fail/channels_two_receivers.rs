//! A second receiver for a channel with one consumer.

use tokio::sync::mpsc;

fn main() {
    let (_tx, rx) = mpsc::channel::<u32>(2);
    let second = rx.clone();
    drop((rx, second));
}
