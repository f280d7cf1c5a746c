//! A future that nobody awaits is a warning; here the warning is made an error.
#![deny(unused_must_use)]

async fn save(name: &str) {
    println!("saving {name}");
}

async fn save_all(names: &[&str]) {
    save("index"); // ①
    names.iter().map(|name| save(name)); // ②
}

fn main() {
    drop(save_all(&["ada", "grace", "edsger"]));
}
