//! An echo for two clients: two tasks that serve and one that asks, on one thread.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::future::poll_fn;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use futures::channel::oneshot;
use futures::join;
use polling::{Event, Events, Poller};

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no task panics")
}

pub(crate) struct Reactor {
    poller: Poller,
    waiting: Mutex<Waiting>,
    watch: Duration,
}

#[derive(Default)]
pub(crate) struct Waiting {
    next_key: usize,
    wakers: HashMap<usize, Waker>,
    timers: BinaryHeap<Reverse<(Instant, usize)>>,
}

impl Reactor {
    fn new_key(&self) -> usize {
        let mut waiting = lock(&self.waiting);
        waiting.next_key += 1;
        waiting.next_key
    }

    fn keep(&self, key: usize, waker: &Waker) {
        let old = lock(&self.waiting).wakers.insert(key, waker.clone());
        drop(old);
    }

    fn forget(&self, key: usize) {
        let old = lock(&self.waiting).wakers.remove(&key);
        drop(old);
    }
}

impl Reactor {
    fn wait(&self) -> io::Result<Vec<Waker>> {
        let started = Instant::now();
        let first = lock(&self.waiting).timers.peek().copied();
        let timeout = first.map(|Reverse((at, _))| at.saturating_duration_since(started));
        let limit = timeout.unwrap_or(self.watch);
        let mut events = Events::new();
        self.poller.wait(&mut events, Some(limit))?;
        let hangs = timeout.is_none() && events.is_empty() && started.elapsed() >= limit;
        assert!(!hangs, "nothing happens");

        let mut keys: Vec<usize> = events.iter().map(|event| event.key).collect();
        let mut waiting = lock(&self.waiting);
        while let Some(Reverse((at, key))) = waiting.timers.peek().copied() {
            if at > Instant::now() {
                break;
            }
            waiting.timers.pop();
            keys.push(key);
        }
        let wakers = keys.iter().filter_map(|key| waiting.wakers.remove(key));
        let wakers = wakers.collect();
        Ok(wakers)
    }
}

pub(crate) struct Socket {
    stream: TcpStream,
    key: usize,
    reactor: Arc<Reactor>,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream, reactor: &Arc<Reactor>) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        let (key, reactor) = (reactor.new_key(), reactor.clone());
        // SAFETY: `drop` deletes the stream from the poller, and only then is it closed.
        unsafe { reactor.poller.add(&stream, Event::none(key))? };
        let socket = Self {
            stream,
            key,
            reactor,
        };
        Ok(socket)
    }

    fn wake_when(&self, interest: Event, waker: &Waker) -> io::Result<()> {
        self.reactor.keep(self.key, waker);
        self.reactor.poller.modify(&self.stream, interest)
    }

    pub(crate) async fn read(&self, buf: &mut [u8]) -> io::Result<usize> {
        poll_fn(|cx| {
            let result = (&self.stream).read(buf);
            if matches!(&result, Err(error) if error.kind() == ErrorKind::WouldBlock) {
                self.wake_when(Event::readable(self.key), cx.waker())?;
                return Poll::Pending;
            }
            Poll::Ready(result)
        })
        .await
    }

    // ANCHOR: write
    pub(crate) async fn write_all(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let len = poll_fn(|cx| {
                let result = (&self.stream).write(bytes);
                if matches!(&result, Err(error) if error.kind() == ErrorKind::WouldBlock) {
                    self.wake_when(Event::writable(self.key), cx.waker())?;
                    return Poll::Pending;
                }
                Poll::Ready(result)
            })
            .await?;
            bytes = &bytes[len..];
        }
        Ok(())
    }
    // ANCHOR_END: write
}

impl Drop for Socket {
    fn drop(&mut self) {
        let deleted = self.reactor.poller.delete(&self.stream);
        deleted.expect("the stream is in the poller");
        self.reactor.forget(self.key);
    }
}

struct Sleep {
    at: Instant,
    key: usize,
    reactor: Arc<Reactor>,
}

fn sleep(delay: Duration, reactor: &Arc<Reactor>) -> Sleep {
    let (at, key) = (Instant::now() + delay, reactor.new_key());
    lock(&reactor.waiting).timers.push(Reverse((at, key)));
    let reactor = reactor.clone();
    Sleep { at, key, reactor }
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.at {
            return Poll::Ready(());
        }
        self.reactor.keep(self.key, cx.waker());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.reactor.forget(self.key);
    }
}

type BoxedFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

struct Task {
    future: Mutex<Option<BoxedFuture>>,
    queued: AtomicBool,
    queue: Arc<Queue>,
}

struct Queue {
    ready: Mutex<Ready>,
    reactor: Arc<Reactor>,
}

#[derive(Default)]
struct Ready {
    tasks: VecDeque<Arc<Task>>,
    asleep: bool,
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        if self.queued.swap(true, Ordering::AcqRel) {
            return;
        }
        let queue = self.queue.clone();
        let mut ready = lock(&queue.ready);
        ready.tasks.push_back(self);
        if ready.asleep {
            let notified = queue.reactor.poller.notify();
            notified.expect("the poller can be notified");
        }
    }
}

pub(crate) struct Executor {
    queue: Arc<Queue>,
    pub(crate) reactor: Arc<Reactor>,
}

impl Executor {
    pub(crate) fn new() -> io::Result<Self> {
        Self::with_watch(Duration::from_secs(5))
    }

    pub(crate) fn with_watch(watch: Duration) -> io::Result<Self> {
        let reactor = Arc::new(Reactor {
            poller: Poller::new()?,
            waiting: Mutex::default(),
            watch,
        });
        let queue = Queue {
            ready: Mutex::default(),
            reactor: reactor.clone(),
        };
        Ok(Self {
            queue: Arc::new(queue),
            reactor,
        })
    }
}

impl Executor {
    pub(crate) fn spawn(&self, fut: impl Future<Output = ()> + Send + 'static) {
        let task = Task {
            future: Mutex::new(Some(Box::pin(fut))),
            queued: AtomicBool::new(false),
            queue: self.queue.clone(),
        };
        Arc::new(task).wake();
    }

    pub(crate) fn block_on<F>(&self, fut: F) -> F::Output
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let result = Arc::new(Mutex::new(None));
        let slot = result.clone();
        self.spawn(async move {
            let value = fut.await;
            *lock(&slot) = Some(value);
        });
        loop {
            let value = lock(&result).take();
            if let Some(value) = value {
                return value;
            }
            match self.next() {
                Some(task) => self.poll(task),
                None => self.sleep(),
            }
        }
    }

    fn next(&self) -> Option<Arc<Task>> {
        let mut ready = lock(&self.queue.ready);
        let task = ready.tasks.pop_front();
        ready.asleep = task.is_none();
        task
    }

    fn poll(&self, task: Arc<Task>) {
        task.queued.swap(false, Ordering::AcqRel);
        let waker = Waker::from(task.clone());
        let mut slot = lock(&task.future);
        let Some(future) = &mut *slot else { return };
        let poll = future.as_mut().poll(&mut Context::from_waker(&waker));
        if poll.is_ready() {
            *slot = None;
        }
    }

    fn sleep(&self) {
        let wakers = self.reactor.wait().expect("the poller waits");
        lock(&self.queue.ready).asleep = false;
        wakers.into_iter().for_each(Waker::wake);
    }
}

pub(crate) fn pair() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let near = TcpStream::connect(listener.local_addr()?)?;
    Ok((near, listener.accept()?.0))
}

// ANCHOR: echo
async fn echo(socket: Socket) -> io::Result<usize> {
    let (mut buf, mut total) = ([0; 64], 0);
    loop {
        let len = socket.read(&mut buf).await?;
        if len == 0 {
            return Ok(total); // ①
        }
        socket.write_all(&buf[..len]).await?;
        total += len;
    }
}
// ANCHOR_END: echo

async fn ask(socket: &Socket, text: &str) -> io::Result<String> {
    socket.write_all(text.as_bytes()).await?;
    let (mut back, mut got) = (vec![0; text.len()], 0);
    while got < back.len() {
        let len = socket.read(&mut back[got..]).await?;
        if len == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        got += len;
    }
    Ok(String::from_utf8_lossy(&back).into_owned())
}

// ANCHOR: clients
async fn clients(slow: Socket, quick: Socket, reactor: Arc<Reactor>) -> io::Result<()> {
    println!("slow: {}", ask(&slow, "one").await?);
    for text in ["one", "two", "three"] {
        println!("quick: {}", ask(&quick, text).await?); // ②
    }
    sleep(Duration::from_millis(50), &reactor).await;
    println!("slow: {}", ask(&slow, "two").await?); // ③
    Ok(())
}

fn main() -> io::Result<()> {
    let executor = Executor::new()?;
    let reactor = executor.reactor.clone();
    let connect = || -> io::Result<_> {
        let (near, far) = pair()?;
        let socket = Socket::new(far, &reactor)?;
        let (done, total) = oneshot::channel();
        executor.spawn(async move {
            let _ = done.send(echo(socket).await); // ④
        });
        Ok((Socket::new(near, &reactor)?, total))
    };
    let (slow, slow_total) = connect()?;
    let (quick, quick_total) = connect()?;
    executor.block_on(clients(slow, quick, reactor.clone()))?;
    let (slow, quick) = executor.block_on(async { join!(slow_total, quick_total) });
    let (slow, quick) = (slow.expect("it is served")?, quick.expect("it is served")?);
    println!("echoed: {slow} bytes to slow, {quick} bytes to quick");
    Ok(())
}
// ANCHOR_END: clients
