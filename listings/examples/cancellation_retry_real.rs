//! A read with a timeout, tried again after it has elapsed, over a real socket in real time.

use std::io;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

const LIMIT: Duration = Duration::from_millis(50);

// ANCHOR: retry
async fn retry(mut socket: TcpStream) -> io::Result<String> {
    let mut word = [0; 4];
    while timeout(LIMIT, socket.read_exact(&mut word)).await.is_err() {} // ①
    Ok(String::from_utf8_lossy(&word).into_owned())
}
// ANCHOR_END: retry

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let mut sender = TcpStream::connect(listener.local_addr()?).await?;
    let (receiver, _) = listener.accept().await?;
    let receive = tokio::spawn(retry(receiver));

    let start = Instant::now();
    sender.write_all(b"sa").await?;
    sleep(LIMIT * 5 / 2).await;
    sender.write_all(b"ltrice").await?;
    println!("received: {}", receive.await??);
    assert!(start.elapsed() >= LIMIT * 5 / 2);
    Ok(())
}
