//! Tokio itself has no cancellation token.

// ANCHOR: import
use tokio::sync::CancellationToken;

fn main() {
    let token = CancellationToken::new();
    token.cancel();
}
// ANCHOR_END: import
