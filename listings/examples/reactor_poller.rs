//! One call that waits for two hundred sockets.

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
    let mut pairs = (0..200).map(|_| pair()).collect::<io::Result<Vec<_>>>()?;
    for (key, (near, _)) in pairs.iter().enumerate() {
        near.set_nonblocking(true)?;
        // SAFETY: each socket is deleted from the poller below, before it is closed.
        unsafe { poller.add(near, Event::readable(key))? }; // ②
    }
    println!("{} sockets", pairs.len());
    println!("nobody writes: {:?}", wait(&poller, Duration::ZERO)?);

    pairs[120].1.write_all(b"ping")?;
    println!("one writes: {:?}", wait(&poller, SECOND)?); // ③
    println!("still unread: {:?}", wait(&poller, SECOND / 10)?); // ④
    poller.modify(&pairs[120].0, Event::readable(120))?; // ⑤
    println!("asked again: {:?}", wait(&poller, SECOND)?);

    let mut buf = [0; 4];
    let len = pairs[120].0.read(&mut buf)?; // ⑥
    println!("read: {}", String::from_utf8_lossy(&buf[..len]));

    let started = Instant::now();
    poller.notify()?; // ⑦
    println!("notified: {:?}", wait(&poller, SECOND)?);
    assert!(started.elapsed() < SECOND);
    pairs.iter().try_for_each(|(near, _)| poller.delete(near))
}
// ANCHOR_END: wait
