//! One call that waits for a hundred sockets.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use polling::{Event, Events, Poller};

fn pair() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let near = TcpStream::connect(listener.local_addr()?)?;
    Ok((near, listener.accept()?.0))
}

// ANCHOR: wait
const SECOND: Duration = Duration::from_secs(1);

fn wait(poller: &Poller, timeout: Duration) -> io::Result<Vec<usize>> {
    let mut events = Events::new();
    poller.wait(&mut events, Some(timeout))?; // ①
    Ok(events.iter().map(|event| event.key).collect())
}

fn main() -> io::Result<()> {
    let poller = Poller::new()?;
    let pairs = (0..100).map(|_| pair()).collect::<io::Result<Vec<_>>>()?;
    let pairs = pairs.leak();
    for (key, (near, _)) in pairs.iter().enumerate() {
        near.set_nonblocking(true)?;
        // SAFETY: the sockets are leaked, so they are never closed while the program runs.
        unsafe { poller.add(near, Event::readable(key))? }; // ②
    }
    println!("{} sockets", pairs.len());
    println!("nobody writes: {:?}", wait(&poller, Duration::ZERO)?);

    pairs[42].1.write_all(b"ping")?;
    println!("one writes: {:?}", wait(&poller, SECOND)?); // ③
    println!("still unread: {:?}", wait(&poller, SECOND / 10)?); // ④
    poller.modify(&pairs[42].0, Event::readable(42))?; // ⑤
    println!("asked again: {:?}", wait(&poller, SECOND)?);

    let mut buf = [0; 4];
    let len = pairs[42].0.read(&mut buf)?; // ⑥
    println!("read: {}", String::from_utf8_lossy(&buf[..len]));

    let started = Instant::now();
    poller.notify()?; // ⑦
    println!("notified: {:?}", wait(&poller, SECOND)?);
    assert!(started.elapsed() < SECOND);
    Ok(())
}
// ANCHOR_END: wait
