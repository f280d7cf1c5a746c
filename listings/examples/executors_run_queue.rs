//! An executor for many tasks: a queue of those that were woken, and one thread that polls them.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};

use listings::trace; // trace

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no task panics")
}

// ANCHOR: task
type BoxedFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

struct Task {
    future: Mutex<Option<BoxedFuture>>,
    queued: AtomicBool,
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    ready: Mutex<VecDeque<Arc<Task>>>,
    not_empty: Condvar,
    unfinished: AtomicUsize,
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        if self.queued.swap(true, Ordering::AcqRel) {
            return; // ①
        }
        let queue = self.queue.clone();
        let mut ready = lock(&queue.ready);
        ready.push_back(self); // ②
        trace::state("executor", format_args!("in the queue: {}", ready.len())); // trace
        queue.not_empty.notify_one();
    }
}
// ANCHOR_END: task

// ANCHOR: run
#[derive(Default)]
pub(crate) struct Executor(Arc<Queue>);

impl Executor {
    fn next(&self) -> Arc<Task> {
        let mut ready = lock(&self.0.ready);
        loop {
            if let Some(task) = ready.pop_front() {
                trace::state("executor", format_args!("in the queue: {}", ready.len())); // trace
                return task;
            }
            ready = self.0.not_empty.wait(ready).expect("no task panics"); // ③
        }
    }

    pub(crate) fn run(&self) -> u32 {
        let mut polls = 0;
        while self.0.unfinished.load(Ordering::Relaxed) > 0 {
            let task = self.next();
            task.queued.swap(false, Ordering::AcqRel); // ④
            let mut slot = lock(&task.future);
            let Some(future) = &mut *slot else { continue };
            let waker = Waker::from(task.clone()); // ⑤
            polls += 1;
            trace::mark("poll"); // trace
            let poll = future.as_mut().poll(&mut Context::from_waker(&waker));
            if poll.is_ready() {
                *slot = None; // ⑥
                self.0.unfinished.fetch_sub(1, Ordering::Relaxed);
            }
        }
        polls
    }
}
// ANCHOR_END: run

// ANCHOR: spawn
struct Outcome<T> {
    value: Option<T>,
    waker: Option<Waker>,
}

pub(crate) struct JoinHandle<T>(Arc<Mutex<Outcome<T>>>);

impl Executor {
    pub(crate) fn spawn<F>(&self, fut: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let (value, waker) = (None, None);
        let outcome = Arc::new(Mutex::new(Outcome { value, waker }));
        let shared = outcome.clone();
        let future: BoxedFuture = Box::pin(async move {
            let value = fut.await;
            let mut outcome = lock(&shared);
            outcome.value = Some(value); // ⑦
            let waker = outcome.waker.take();
            drop(outcome);
            if let Some(waker) = waker {
                trace::mark("wake_joiner"); // trace
                waker.wake();
            }
        });
        let task = Task {
            future: Mutex::new(Some(future)),
            queued: AtomicBool::new(false),
            queue: self.0.clone(),
        };
        self.0.unfinished.fetch_add(1, Ordering::Relaxed);
        Arc::new(task).wake(); // ⑧
        JoinHandle(outcome)
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut outcome = lock(&self.0);
        if let Some(value) = outcome.value.take() {
            return Poll::Ready(value);
        }
        trace::mark("keep_joiner"); // trace
        outcome.waker = Some(cx.waker().clone()); // ⑨
        trace::mark("join_pending"); // trace
        Poll::Pending
    }
}
// ANCHOR_END: spawn

// ANCHOR: game
#[derive(Default)]
pub(crate) struct Table {
    turn: usize,
    waiting: Option<Waker>,
}

async fn my_turn(me: usize, table: &Mutex<Table>) {
    poll_fn(|cx| {
        let mut table = lock(table);
        if table.turn == me {
            return Poll::Ready(());
        }
        trace::mark("keep"); // trace
        table.waiting = Some(cx.waker().clone());
        trace::mark("wait"); // trace
        Poll::Pending
    })
    .await;
}

pub(crate) async fn play(me: usize, table: Arc<Mutex<Table>>) -> u32 {
    let name = ["ping", "pong"][me];
    let mut hits = 0;
    while hits < 2 {
        my_turn(me, &table).await;
        hits += 1;
        trace::state(name, format_args!("hits = {hits}")); // trace
        println!("{name} {hits}");
        let mut table = lock(&table);
        table.turn = 1 - me;
        let other = table.waiting.take();
        drop(table);
        if let Some(other) = other {
            trace::mark("wake_other"); // trace
            other.wake(); // ⑩
        }
    }
    trace::mark("played"); // trace
    hits
}

fn main() {
    trace::executor("executor"); // trace
    let executor = Executor::default();
    let table = Arc::new(Mutex::new(Table::default()));
    let pong = play(1, table.clone());
    trace::mark("spawn_pong"); // trace
    let pong = trace::task("pong", pong).with_waker("pong's waker"); // trace
    let pong = executor.spawn(pong);
    let ping = async move {
        let mine = play(0, table).await;
        let theirs = pong.await; // ⑪
        trace::mark("report"); // trace
        println!("hits: {mine} and {theirs}");
    };
    trace::mark("spawn_ping"); // trace
    let ping = trace::task("ping", ping).with_waker("ping's waker"); // trace
    executor.spawn(ping);
    let polls = executor.run();
    println!("2 tasks, {polls} polls, 1 thread");
}
// ANCHOR_END: game
