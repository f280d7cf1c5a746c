//! Ctrl-C in real time: the first one asks the tasks to stop, the second one ends the wait.

use std::future::pending;
use std::io;
use std::time::{Duration, Instant};

use tokio::process::Command;
use tokio::signal::ctrl_c;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

// ANCHOR: shut_down
async fn shut_down(grace: Duration) -> io::Result<&'static str> {
    let token = CancellationToken::new();
    let tracker = TaskTracker::new();
    tracker.spawn(token.clone().cancelled_owned());
    tracker.spawn(pending::<()>()); // ①

    ctrl_c().await?; // ②
    token.cancel();
    tracker.close();
    let ended = tokio::select! {
        biased;
        () = tracker.wait() => "all tasks have ended",
        second = ctrl_c() => second.map(|()| "second ctrl-c")?, // ③
        () = sleep(grace) => "the grace is over",
    };
    assert_eq!(tracker.len(), 1);
    Ok(ended)
}
// ANCHOR_END: shut_down

// ANCHOR: main
async fn press(times: u32) -> io::Result<()> {
    for _ in 0..times {
        let shell = Command::new("sh")
            .args(["-c", "kill -INT $PPID"])
            .status() // ④
            .await?;
        assert!(shell.success());
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    for (times, grace) in [(1, 0.1), (2, 10.0)] {
        let grace = Duration::from_secs_f32(grace);
        let started = Instant::now();
        let (ended, pressed) = tokio::join!(biased; shut_down(grace), press(times)); // ⑤
        pressed?;
        println!("presses: {times}: {}", ended?);
        assert_eq!(started.elapsed() >= grace, times == 1); // ⑥
    }
    Ok(())
}
// ANCHOR_END: main
