use std::io;
use std::net::TcpListener;

use polling::{Event, Poller};

fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let poller = Poller::new()?;
    poller.add(&listener, Event::readable(1))?;
    poller.delete(&listener)
}
