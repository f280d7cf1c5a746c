//! One thread that polls whoever was woken and, when nobody was, sleeps in the kernel.

use std::cell::Cell;
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

use polling::{Event, Events, Poller};

use listings::trace; // trace

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no task panics")
}

// ANCHOR: reactor
pub(crate) struct Reactor {
    pub(crate) poller: Poller,
    pub(crate) waiting: Mutex<Waiting>,
    watch: Duration,
}

#[derive(Default)]
pub(crate) struct Waiting {
    next_key: usize,
    pub(crate) wakers: HashMap<usize, Waker>, // ①
    pub(crate) timers: BinaryHeap<Reverse<(Instant, usize)>>, // ②
}

impl Reactor {
    fn new_key(&self) -> usize {
        let mut waiting = lock(&self.waiting);
        waiting.next_key += 1;
        waiting.next_key
    }

    fn keep(&self, key: usize, waker: &Waker) {
        let old = lock(&self.waiting).wakers.insert(key, waker.clone());
        drop(old); // ③
        let kept = lock(&self.waiting).wakers.len(); // trace
        trace::state("loop", format_args!("wakers kept: {kept}")); // trace
    }

    fn forget(&self, key: usize) {
        let old = lock(&self.waiting).wakers.remove(&key);
        drop(old);
    }
}
// ANCHOR_END: reactor

// ANCHOR: wait
impl Reactor {
    pub(crate) fn wait(&self) -> io::Result<Vec<Waker>> {
        let started = Instant::now();
        let first = lock(&self.waiting).timers.peek().copied();
        let timeout = first.map(|Reverse((at, _))| at.saturating_duration_since(started));
        let limit = timeout.unwrap_or(self.watch);
        let mut events = Events::new();
        trace::mark("park"); // trace
        trace::park("loop"); // trace
        self.poller.wait(&mut events, Some(limit))?; // ④
        trace::unpark("loop"); // trace
        let hangs = timeout.is_none() && events.is_empty() && started.elapsed() >= limit;
        assert!(!hangs, "nothing happens"); // ⑤

        let mut keys: Vec<usize> = events.iter().map(|event| event.key).collect();
        let mut waiting = lock(&self.waiting);
        while let Some(Reverse((at, key))) = waiting.timers.peek().copied() {
            if at > Instant::now() {
                break;
            }
            waiting.timers.pop();
            keys.push(key); // ⑥
        }
        let wakers = keys.iter().filter_map(|key| waiting.wakers.remove(key));
        let wakers = wakers.collect(); // ⑦
        let kept = waiting.wakers.len(); // trace
        trace::state("loop", format_args!("wakers kept: {kept}")); // trace
        Ok(wakers)
    }
}
// ANCHOR_END: wait

// ANCHOR: socket
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
        trace::mark("keep_reader"); // trace
        self.reactor.keep(self.key, waker); // ⑧
        self.reactor.poller.modify(&self.stream, interest) // ⑨
    }

    pub(crate) async fn read(&self, buf: &mut [u8]) -> io::Result<usize> {
        poll_fn(|cx| {
            let result = (&self.stream).read(buf);
            if matches!(&result, Err(error) if error.kind() == ErrorKind::WouldBlock) {
                self.wake_when(Event::readable(self.key), cx.waker())?;
                trace::mark("read_pending"); // trace
                return Poll::Pending; // ⑩
            }
            trace::mark("read_ready"); // trace
            Poll::Ready(result)
        })
        .await
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let deleted = self.reactor.poller.delete(&self.stream); // ⑪
        deleted.expect("the stream is in the poller");
        self.reactor.forget(self.key);
    }
}
// ANCHOR_END: socket

// ANCHOR: sleep
pub(crate) struct Sleep {
    at: Instant,
    key: usize,
    reactor: Arc<Reactor>,
}

pub(crate) fn sleep(delay: Duration, reactor: &Arc<Reactor>) -> Sleep {
    let (at, key) = (Instant::now() + delay, reactor.new_key());
    lock(&reactor.waiting).timers.push(Reverse((at, key))); // ⑫
    let reactor = reactor.clone();
    Sleep { at, key, reactor }
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.at {
            trace::mark("slept"); // trace
            return Poll::Ready(()); // ⑬
        }
        trace::mark("keep_sleeper"); // trace
        self.reactor.keep(self.key, cx.waker());
        trace::mark("sleep_pending"); // trace
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.reactor.forget(self.key); // ⑭
    }
}
// ANCHOR_END: sleep

// ANCHOR: task
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
            let notified = queue.reactor.poller.notify(); // ⑮
            notified.expect("the poller can be notified");
        }
    }
}

// ANCHOR_END: task

pub(crate) struct Executor {
    queue: Arc<Queue>,
    pub(crate) reactor: Arc<Reactor>,
    pub(crate) polls: Cell<u32>,
    pub(crate) sleeps: Cell<u32>,
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
            polls: Cell::new(0),
            sleeps: Cell::new(0),
        })
    }
}

// ANCHOR: run
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
                Some(task) => self.poll(task), // ⑯
                None => self.sleep(),          // ⑰
            }
        }
    }

    fn next(&self) -> Option<Arc<Task>> {
        let mut ready = lock(&self.queue.ready);
        let task = ready.tasks.pop_front();
        ready.asleep = task.is_none(); // ⑱
        task
    }

    fn poll(&self, task: Arc<Task>) {
        task.queued.swap(false, Ordering::AcqRel);
        let waker = Waker::from(task.clone());
        let mut slot = lock(&task.future);
        let Some(future) = &mut *slot else { return };
        self.polls.update(|polls| polls + 1);
        trace::mark("poll"); // trace
        let poll = future.as_mut().poll(&mut Context::from_waker(&waker));
        if poll.is_ready() {
            *slot = None;
        }
    }

    fn sleep(&self) {
        self.sleeps.update(|sleeps| sleeps + 1);
        let wakers = self.reactor.wait().expect("the poller waits");
        lock(&self.queue.ready).asleep = false;
        trace::mark("wake"); // trace
        wakers.into_iter().for_each(Waker::wake); // ⑲
    }
}
// ANCHOR_END: run

pub(crate) fn pair() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let near = TcpStream::connect(listener.local_addr()?)?;
    Ok((near, listener.accept()?.0))
}

// ANCHOR: main
fn main() -> io::Result<()> {
    trace::executor("loop"); // trace
    let executor = Executor::new()?;
    let reactor = executor.reactor.clone();
    let (near, mut far) = pair()?;
    let socket = Socket::new(near, &reactor)?;
    let writer = async move {
        trace::mark("sleep"); // trace
        let nap = sleep(Duration::from_millis(100), &reactor);
        let nap = trace::future("nap", nap).with_timer("timer heap"); // trace
        trace::mark("await_nap"); // trace
        nap.await;
        println!("write");
        trace::mark("write"); // trace
        far.write_all(b"ping").expect("the reader is there");
    };
    let reader = async move {
        let mut buf = [0; 4];
        trace::mark("create_read"); // trace
        let read = socket.read(&mut buf);
        let read = trace::future("read", read); // trace
        trace::mark("await_read"); // trace
        let len = read.await?;
        trace::mark("got"); // trace
        io::Result::Ok(String::from_utf8_lossy(&buf[..len]).into_owned())
    };
    trace::mark("spawn_writer"); // trace
    let writer = trace::task("writer", writer).with_waker("writer's waker"); // trace
    executor.spawn(writer);
    trace::mark("block_on_reader"); // trace
    let reader = trace::task("reader", reader).with_waker("reader's waker"); // trace
    println!("read: {}", executor.block_on(reader)?);
    let (polls, sleeps) = (executor.polls.get(), executor.sleeps.get());
    println!("{polls} polls, {sleeps} sleeps");
    Ok(())
}
// ANCHOR_END: main
