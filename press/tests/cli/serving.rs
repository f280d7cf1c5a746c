//! The site on this machine: what a browser gets while somebody writes.

use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::Copy;

/// How long a build may take on a machine that is busy.
const LIMIT: Duration = Duration::from_secs(120);

/// `press serve`, on a port of its own.
struct Server {
    process: Child,
    said: Receiver<String>,
    address: String,
}

impl Server {
    fn start(copy: &Copy) -> Self {
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
        server
    }

    /// Waits for a line with this text.
    fn says(&self, text: &str) -> String {
        let end = Instant::now() + LIMIT;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.said.recv_timeout(left) {
                Ok(line) if line.contains(text) => return line,
                Ok(_) => {}
                Err(_) => panic!("the server never says {text:?}"),
            }
        }
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

    fn get(&self, path: &str) -> String {
        let mut answer = String::new();
        self.ask(path).read_to_string(&mut answer).unwrap();
        answer
    }

    /// The page alone: the head of the answer has the time.
    fn page(&self, path: &str) -> String {
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

#[test]
fn the_served_site_reloads_and_keeps_nothing_for_offline() {
    let copy = Copy::new();
    let server = Server::start(&copy);
    let page = server.get("/ru/poll.html");
    let missing = server.get("/ru/nowhere.html");
    assert!(page.contains("/-/reload.js"), "{page}");
    assert!(!page.contains("poll-worker"));
    assert!(missing.starts_with("HTTP/1.1 404"), "{missing}");
    assert!(missing.contains("href=\"/en/"), "{missing}");
}

#[test]
fn a_fault_while_writing_keeps_the_old_page_until_it_is_mended() {
    let copy = Copy::english();
    let server = Server::start(&copy);
    // It answers once it watches.
    let before = server.page("/en/poll.html");
    let source = copy.text("src/en/poll.md");
    let mut events = BufReader::new(server.ask("/-/events")).lines();
    let head = events.next().unwrap().unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");

    let broken = format!("{source}\n```rust\n{{{{#rustdoc_include nowhere.rs}}}}\n");
    fs::write(copy.path("src/en/poll.md"), broken).unwrap();
    let place = server.says("error[unclosed-fence]");
    assert!(place.starts_with("src/en/poll.md:"), "{place}");
    assert_eq!(server.page("/en/poll.html"), before);

    let mended = format!("{source}\nA sentence that was not there before.\n");
    fs::write(copy.path("src/en/poll.md"), mended).unwrap();
    // The browser is told to load the page again, and only now.
    let told = events.find(|line| {
        line.as_ref()
            .is_ok_and(|line| line.contains("event: built"))
    });
    told.unwrap().unwrap();
    let after = server.page("/en/poll.html");
    assert!(after.contains("A sentence that was not there before."));
    assert!(!before.contains("A sentence that was not there before."));
}

#[test]
fn a_port_in_use_is_one_sentence() {
    let copy = Copy::new();
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let message = copy.refused(&["serve", "--port", &port]);
    assert!(
        message.starts_with(&format!("port {port} is taken")),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}
