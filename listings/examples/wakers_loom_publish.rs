//! The flag of `wakers_publish.rs` under loom, with each pair of orderings.

mod sync {
    pub(crate) use loom::sync::Arc;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    pub(crate) use loom::thread;
}

#[path = "wakers_publish.rs"]
#[allow(dead_code, unused_imports)]
mod publish;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use loom::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};
use publish::look;

fn explore(store: Ordering, load: Ordering) {
    let found = Arc::new(Mutex::new(BTreeSet::new()));
    let finds = found.clone();
    loom::model(move || {
        let look = look(store, load);
        finds.lock().expect("nobody panics here").insert(look);
    });
    let found = found.lock().expect("nobody panics here");
    println!("{store:?}, {load:?}: {found:?}");
}

fn main() {
    for (store, load) in [
        (Relaxed, Relaxed),
        (Release, Relaxed),
        (Relaxed, Acquire),
        (Release, Acquire),
    ] {
        explore(store, load);
    }
}
