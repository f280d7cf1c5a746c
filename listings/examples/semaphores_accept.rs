//! Acquired after `accept`, a permit limits the work and not the number of open connections.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

// ANCHOR: connection
static OPEN: AtomicUsize = AtomicUsize::new(0);

struct Connection {
    _stream: TcpStream,
}

impl Drop for Connection {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn accept(listener: &TcpListener, peak: &mut usize) -> io::Result<Connection> {
    let (_stream, _) = listener.accept().await?;
    let open = OPEN.fetch_add(1, Ordering::Relaxed) + 1; // ①
    *peak = open.max(*peak);
    Ok(Connection { _stream })
}
// ANCHOR_END: connection

async fn serve(connection: Connection) {
    sleep(Duration::from_millis(10)).await;
    drop(connection);
}

// ANCHOR: after_accept
async fn acquire_after(listener: TcpListener) -> io::Result<usize> {
    let (semaphore, mut tasks, mut peak) = (Arc::new(Semaphore::new(3)), JoinSet::new(), 0);
    for _ in 0..20 {
        let connection = accept(&listener, &mut peak).await?;
        let semaphore = semaphore.clone();
        tasks.spawn(async move {
            let _permit = semaphore.acquire().await.expect("open"); // ②
            serve(connection).await;
        });
    }
    tasks.join_all().await;
    Ok(peak)
}
// ANCHOR_END: after_accept

// ANCHOR: before_accept
async fn acquire_before(listener: TcpListener) -> io::Result<usize> {
    let (semaphore, mut tasks, mut peak) = (Arc::new(Semaphore::new(3)), JoinSet::new(), 0);
    for _ in 0..20 {
        let permit = semaphore.clone().acquire_owned().await.expect("open"); // ③
        let connection = accept(&listener, &mut peak).await?;
        tasks.spawn(async move {
            serve(connection).await;
            drop(permit);
        });
    }
    tasks.join_all().await;
    Ok(peak)
}
// ANCHOR_END: before_accept

async fn twenty_clients() -> io::Result<(TcpListener, Vec<TcpStream>)> {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let mut clients = Vec::new();
    for _ in 0..20 {
        clients.push(TcpStream::connect(listener.local_addr()?).await?); // ④
    }
    Ok((listener, clients))
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() -> io::Result<()> {
    let (listener, _clients) = twenty_clients().await?;
    let started = Instant::now();
    let peak = acquire_after(listener).await?;
    println!("after accept: {peak} open, {:?}", started.elapsed());
    assert_eq!(peak, 20);

    let (listener, _clients) = twenty_clients().await?;
    let started = Instant::now();
    let peak = acquire_before(listener).await?;
    println!("before accept: {peak} open, {:?}", started.elapsed());
    assert_eq!(peak, 3);
    Ok(())
}
