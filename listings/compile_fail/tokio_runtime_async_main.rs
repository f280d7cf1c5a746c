//! An async `main` with nobody who polls it.

async fn answer() -> u32 {
    6 * 7
}

async fn main() {
    println!("{}", answer().await);
}
