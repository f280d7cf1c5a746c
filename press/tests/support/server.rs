//! `press serve` over a copy of the book, and what it says and sends.
//!
//! Nothing here sleeps: the server tells when pages have changed.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::copy::Copy;

/// How long a build may take on a machine that is busy.
const LIMIT: Duration = Duration::from_secs(120);

/// `press serve`, on a port of its own.
pub struct Server {
    process: Child,
    said: Receiver<String>,
    address: String,
}

impl Server {
    pub fn start(copy: &Copy) -> Self {
        let mut process = copy
            .command(&["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (say, said) = channel();
        pass_on(process.stdout.take().unwrap(), say.clone());
        pass_on(process.stderr.take().unwrap(), say);
        let mut server = Self {
            process,
            said,
            address: String::new(),
        };
        let line = server.says("reading at http://");
        let (_, rest) = line.split_once("http://").unwrap();
        server.address = rest.split('/').next().unwrap().to_owned();
        // It answers once it watches.
        server.get("/");
        server
    }

    /// Waits for a line with this text.
    pub fn says(&self, text: &str) -> String {
        wait_for(&self.said, text)
    }

    /// What is told to browsers from here on, line by line.
    pub fn events(&self) -> Receiver<String> {
        let mut reader = BufReader::new(self.ask("/-/events"));
        let mut status = String::new();
        reader.read_line(&mut status).unwrap();
        assert!(status.starts_with("HTTP/1.1 200"), "{status}");
        let (say, told) = channel();
        pass_on(reader, say);
        told
    }

    /// Asks for an address. The answer may be endless: reading stops with `LIMIT`.
    fn ask(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        stream
    }

    pub fn get(&self, path: &str) -> String {
        let mut answer = String::new();
        self.ask(path).read_to_string(&mut answer).unwrap();
        answer
    }

    /// The page alone: the head of the answer has the time.
    pub fn page(&self, path: &str) -> String {
        let answer = self.get(path);
        let (head, page) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        page.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn pass_on(stream: impl Read + Send + 'static, say: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if say.send(line).is_err() {
                return;
            }
        }
    });
}

/// Waits for a line with this text.
pub fn wait_for(lines: &Receiver<String>, text: &str) -> String {
    let end = Instant::now() + LIMIT;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) if line.contains(text) => return line,
            Ok(_) => {}
            Err(_) => panic!("{text:?} never comes"),
        }
    }
}
