//! An actor: a task that owns its state, with a bounded mailbox as the only way in.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};

// ANCHOR: actor
pub(crate) enum Command {
    Add(u32),
    Total(oneshot::Sender<u32>), // ①
}

pub(crate) async fn counter(mut mailbox: mpsc::Receiver<Command>) {
    let mut total = 0; // ②
    while let Some(command) = mailbox.recv().await {
        match command {
            Command::Add(n) => {
                sleep(Duration::from_millis(10)).await;
                total += n;
            }
            Command::Total(reply) => {
                let _ = reply.send(total); // ③
            }
        }
    }
}
// ANCHOR_END: actor

// ANCHOR: main
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (tx, mailbox) = mpsc::channel(2);
    let actor = tokio::spawn(counter(mailbox));
    let start = Instant::now();
    let callers = [1, 2, 3, 4, 5].map(|n| {
        let tx = tx.clone();
        tokio::spawn(async move { tx.send(Command::Add(n)).await.is_ok() })
    });
    for (n, caller) in (1..).zip(callers) {
        assert!(caller.await.expect("no panic"));
        let waited = start.elapsed().as_millis();
        println!("add {n}: in the mailbox after {waited} ms");
    }
    let refused = tx.try_send(Command::Add(6)).expect_err("it is full"); // ④
    println!("add 6: {refused}");
    let (reply, answer) = oneshot::channel();
    tx.send(Command::Total(reply)).await.expect("it lives");
    println!("total: {:?} after {:?}", answer.await, start.elapsed());
    drop(tx); // ⑤
    actor.await.expect("the actor ends");
}
// ANCHOR_END: main
