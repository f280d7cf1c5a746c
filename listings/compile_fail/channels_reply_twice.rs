//! A oneshot sender that is to answer two times.

use tokio::sync::oneshot;

fn answer(reply: oneshot::Sender<u32>) {
    let _ = reply.send(1);
    let _ = reply.send(2);
}

fn main() {
    let (tx, _rx) = oneshot::channel();
    answer(tx);
}
