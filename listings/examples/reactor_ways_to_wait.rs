//! A read and the write that it waits for, on one thread: the read blocks, or asks again and again.

use std::future::poll_fn;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::task::Poll;
use std::time::Duration;

use futures::executor::block_on;
use futures::join;

fn pair() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let near = TcpStream::connect(listener.local_addr()?)?;
    Ok((near, listener.accept()?.0))
}

// ANCHOR: reads
async fn blocking_read(mut stream: &TcpStream) -> String {
    let mut buf = [0; 4];
    match stream.read(&mut buf) {
        Ok(len) => String::from_utf8_lossy(&buf[..len]).into_owned(),
        Err(_) => "nothing, after 1 s".to_owned(), // ①
    }
}

async fn asking_read(mut stream: &TcpStream, polls: &mut u32) -> io::Result<String> {
    let mut buf = [0; 4];
    let len = poll_fn(|cx| {
        *polls += 1;
        match stream.read(&mut buf) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                cx.waker().wake_by_ref(); // ②
                Poll::Pending
            }
            result => Poll::Ready(result),
        }
    })
    .await?;
    Ok(String::from_utf8_lossy(&buf[..len]).into_owned())
}
// ANCHOR_END: reads

async fn yield_now() {
    let mut yielded = false;
    poll_fn(|cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

// ANCHOR: main
fn main() -> io::Result<()> {
    let (near, mut far) = pair()?;
    near.set_read_timeout(Some(Duration::from_secs(1)))?;
    let write = async { far.write_all(b"ping") };
    let (read, written) = block_on(async { join!(blocking_read(&near), write) });
    written?;
    println!("blocking read: {read}");

    let (near, mut far) = pair()?;
    near.set_nonblocking(true)?; // ③
    let mut polls = 0;
    let write = async {
        for _ in 0..10_000 {
            yield_now().await; // ④
        }
        far.write_all(b"ping")
    };
    let (read, written) = block_on(async { join!(asking_read(&near, &mut polls), write) });
    written?;
    println!("asking read: {}", read?);
    assert!(polls > 10_000);
    println!("more than 10000 polls");
    Ok(())
}
// ANCHOR_END: main
