//! The claims of the chapter `reactor`: who is polled when the poller reports something, what the
//! loop sleeps for, and what this small reactor can't do.

use std::cmp::Reverse;
use std::future::{pending, poll_fn};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::channel::{mpsc, oneshot};
use polling::{Event, Events, Poller};

#[path = "../examples/reactor_echo.rs"]
#[allow(dead_code)]
mod echo;
#[path = "../examples/reactor_read_and_timer.rs"]
#[allow(dead_code)]
mod read_and_timer;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;

use read_and_timer::{Executor, Socket, pair, sleep};
use task::Task;

const SECOND: Duration = Duration::from_secs(1);

fn keys(poller: &Poller, timeout: Duration) -> Vec<usize> {
    let mut events = Events::new();
    let waited = poller.wait(&mut events, Some(timeout));
    waited.expect("the poller waits");
    events.iter().map(|event| event.key).collect()
}

fn wake_all(executor: &Executor) -> usize {
    let wakers = executor.reactor.wait().expect("the poller waits");
    let woken = wakers.len();
    wakers.into_iter().for_each(Waker::wake);
    woken
}

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

#[test]
fn interest_is_reported_once_and_anew_when_it_is_asked_for() {
    let (near, mut far) = pair().unwrap();
    let near: &TcpStream = Box::leak(Box::new(near));
    let poller = Poller::new().unwrap();
    // SAFETY: a leaked socket is never dropped.
    unsafe { poller.add(near, Event::readable(7)).unwrap() };
    far.write_all(b"ping").unwrap();
    assert_eq!(keys(&poller, SECOND), [7]);
    assert!(keys(&poller, Duration::ZERO).is_empty());
    poller.modify(near, Event::readable(7)).unwrap();
    assert_eq!(keys(&poller, SECOND), [7], "the bytes are still there");
}

#[test]
fn bytes_that_come_before_the_interest_are_reported() {
    let (near, mut far) = pair().unwrap();
    let near: &TcpStream = Box::leak(Box::new(near));
    let poller = Poller::new().unwrap();
    // SAFETY: a leaked socket is never dropped.
    unsafe { poller.add(near, Event::none(7)).unwrap() };
    near.set_nonblocking(true).unwrap();
    let mut reader = near;
    assert!(reader.read(&mut [0; 4]).is_err(), "it would block");
    far.write_all(b"ping").unwrap();
    poller.modify(near, Event::readable(7)).unwrap();
    assert_eq!(keys(&poller, SECOND), [7]);
}

#[test]
fn waiting_listener_is_readable() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let listener: &TcpListener = Box::leak(Box::new(listener));
    let poller = Poller::new().unwrap();
    // SAFETY: a leaked socket is never dropped.
    unsafe { poller.add(listener, Event::readable(7)).unwrap() };
    assert!(keys(&poller, Duration::ZERO).is_empty());
    let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    assert_eq!(keys(&poller, SECOND), [7]);
}

#[test]
fn notified_poller_returns_without_events() {
    let poller = Poller::new().unwrap();
    poller.notify().unwrap();
    let started = Instant::now();
    assert!(keys(&poller, SECOND).is_empty());
    assert!(started.elapsed() < SECOND);
}

#[test]
fn read_is_woken_once_and_polled_twice() {
    let executor = Executor::new().unwrap();
    let (near, mut far) = pair().unwrap();
    let socket = Socket::new(near, &executor.reactor).unwrap();
    let mut buf = [0; 4];
    let task = Task::new();
    {
        let mut read = pin!(socket.read(&mut buf));
        assert!(task.poll(read.as_mut()).is_pending());
        far.write_all(b"ping").unwrap();
        assert_eq!(task.woken(), 0, "the kernel knows no waker");
        assert_eq!(wake_all(&executor), 1);
        assert_eq!(task.woken(), 1);
        assert!(matches!(task.poll(read), Poll::Ready(Ok(4))));
    }
    assert_eq!(&buf, b"ping");
}

#[test]
fn unread_bytes_wake_nobody_again() {
    let executor = Executor::new().unwrap();
    let (near, mut far) = pair().unwrap();
    let socket = Socket::new(near, &executor.reactor).unwrap();
    let (mut buf, task) = ([0; 4], Task::new());
    let mut read = pin!(socket.read(&mut buf));
    assert!(task.poll(read.as_mut()).is_pending());
    far.write_all(b"ping").unwrap();
    assert_eq!(wake_all(&executor), 1);
    assert!(keys(&executor.reactor.poller, Duration::ZERO).is_empty());
}

#[test]
fn only_the_last_of_two_tasks_on_one_socket_is_woken() {
    let executor = Executor::new().unwrap();
    let (near, mut far) = pair().unwrap();
    let socket = Socket::new(near, &executor.reactor).unwrap();
    let [first, last] = [Task::new(), Task::new()];
    let (mut buf, mut other) = ([0; 4], [0; 4]);
    let mut read = pin!(socket.read(&mut buf));
    let mut second_read = pin!(socket.read(&mut other));
    assert!(first.poll(read.as_mut()).is_pending());
    assert!(last.poll(second_read.as_mut()).is_pending());
    far.write_all(b"ping").unwrap();
    assert_eq!(wake_all(&executor), 1);
    assert_eq!((first.woken(), last.woken()), (0, 1));
}

#[test]
fn dropped_socket_leaves_no_waker() {
    let executor = Executor::new().unwrap();
    let (near, _far) = pair().unwrap();
    let socket = Socket::new(near, &executor.reactor).unwrap();
    let mut buf = [0; 4];
    let task = Task::new();
    assert!(task.poll(pin!(socket.read(&mut buf))).is_pending());
    let kept = || executor.reactor.waiting.lock().unwrap().wakers.len();
    assert_eq!(kept(), 1);
    drop(socket);
    assert_eq!(kept(), 0);
    assert_eq!(Arc::strong_count(&task.wakes), 2);
}

#[test]
fn hundred_tasks_wait_on_one_thread_and_one_is_polled_again() {
    let executor = Executor::new().unwrap();
    let mut ends = Vec::new();
    let (sender, mut got) = mpsc::unbounded();
    for i in 0..100 {
        let (near, far) = pair().unwrap();
        let socket = Socket::new(near, &executor.reactor).unwrap();
        let sender = sender.clone();
        executor.spawn(async move {
            let mut buf = [0; 4];
            socket.read(&mut buf).await.unwrap();
            sender.unbounded_send(i).unwrap();
        });
        ends.push(far);
    }
    let answer = executor.block_on(async move {
        ends[42].write_all(b"ping").unwrap();
        (got.next().await, ends)
    });
    assert_eq!(answer.0, Some(42));
    assert_eq!(
        executor.polls.get(),
        100 + 1 + 2,
        "one again; the asker twice"
    );
}

#[test]
fn timers_fire_in_the_order_of_their_times() {
    let executor = Executor::new().unwrap();
    let tasks = [3, 1, 2].map(|ms| (ms, Task::new()));
    {
        let started = Instant::now();
        let mut waiting = executor.reactor.waiting.lock().unwrap();
        for (key, (ms, task)) in tasks.iter().enumerate() {
            let at = started + Duration::from_millis(*ms);
            waiting.timers.push(Reverse((at, key)));
            waiting.wakers.insert(key, task.waker.clone());
        }
    }
    let mut order = Vec::new();
    while order.len() < tasks.len() {
        for waker in executor.reactor.wait().unwrap() {
            let woken = tasks.iter().find(|(_, task)| waker.will_wake(&task.waker));
            order.push(woken.unwrap().0);
        }
    }
    assert_eq!(order, [1, 2, 3]);
}

#[test]
fn sleep_ends_no_earlier_than_its_time() {
    let executor = Executor::new().unwrap();
    let reactor = executor.reactor.clone();
    let started = Instant::now();
    executor.block_on(async move { sleep(Duration::from_millis(30), &reactor).await });
    assert!(started.elapsed() >= Duration::from_millis(30));
}

#[test]
fn dropped_sleep_wakes_nobody_but_its_entry_stays() {
    let executor = Executor::new().unwrap();
    let task = Task::new();
    {
        let mut nap = pin!(sleep(Duration::from_millis(50), &executor.reactor));
        assert!(task.poll(nap.as_mut()).is_pending());
    }
    let waiting = || {
        let waiting = executor.reactor.waiting.lock().unwrap();
        (waiting.wakers.len(), waiting.timers.len())
    };
    assert_eq!(waiting(), (0, 1));
    assert_eq!(wake_all(&executor), 0, "the loop woke up for nothing");
    assert_eq!(waiting(), (0, 0));
    assert_eq!(task.woken(), 0);
}

#[test]
fn busy_task_that_yields_keeps_the_loop_from_the_poller() {
    let executor = Executor::new().unwrap();
    let order = Arc::new(Mutex::new(Vec::new()));
    let (reactor, log) = (executor.reactor.clone(), order.clone());
    let (done, is_done) = oneshot::channel();
    executor.spawn(async move {
        sleep(Duration::from_millis(10), &reactor).await;
        log.lock().unwrap().push("timer");
        done.send(()).unwrap();
    });
    let log = order.clone();
    let busy = async move {
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(20) {
            yield_now().await;
        }
        log.lock().unwrap().push("busy");
    };
    executor.block_on(busy);
    assert_eq!(executor.sleeps.get(), 0);
    executor.block_on(is_done).unwrap();
    assert_eq!(*order.lock().unwrap(), ["busy", "timer"]);
}

#[test]
fn tokio_looks_at_its_timers_while_a_task_is_busy() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().build().unwrap();
    let busy = async {
        let timer = tokio::spawn(tokio::time::sleep(Duration::from_millis(1)));
        let started = Instant::now();
        while !timer.is_finished() {
            assert!(started.elapsed() < 5 * SECOND, "the timer never fires");
            yield_now().await;
        }
    };
    runtime.block_on(async { tokio::spawn(busy).await.unwrap() });
}

#[test]
fn wake_from_another_thread_ends_the_sleep() {
    let executor = Executor::new().unwrap();
    let (questions, mut asked) = mpsc::unbounded();
    let (answers, mut got) = mpsc::unbounded();
    let other = thread::spawn(move || {
        futures::executor::block_on(async {
            while let Some(question) = asked.next().await {
                answers.unbounded_send(question).unwrap();
            }
        });
    });
    // A lost one would end by the watch of the loop, which panics.
    executor.block_on(async move {
        for i in 0..2000 {
            questions.unbounded_send(i).unwrap();
            assert_eq!(got.next().await, Some(i));
        }
    });
    other.join().unwrap();
}

#[test]
#[should_panic(expected = "nothing happens")]
fn loop_that_nothing_can_wake_panics() {
    let executor = Executor::with_watch(Duration::from_millis(50)).unwrap();
    executor.block_on(pending::<()>());
}

#[test]
fn task_that_still_waits_outlives_the_executor() {
    let executor = Executor::new().unwrap();
    let (near, _far) = pair().unwrap();
    let socket = Socket::new(near, &executor.reactor).unwrap();
    let alive = Arc::new(());
    let held = alive.clone();
    executor.spawn(async move {
        let _held = held;
        let _ = socket.read(&mut [0; 4]).await;
    });
    executor.block_on(yield_now());
    drop(executor);
    assert_eq!(Arc::strong_count(&alive), 2, "nobody dropped the task");
}

#[test]
fn write_waits_until_there_is_room() {
    const BYTES: usize = 16 * 1024 * 1024;
    let executor = echo::Executor::new().unwrap();
    let (near, far) = echo::pair().unwrap();
    let writer = echo::Socket::new(near, &executor.reactor).unwrap();
    let reader = echo::Socket::new(far, &executor.reactor).unwrap();
    let polls = Arc::new(AtomicUsize::new(0));
    let count = polls.clone();
    executor.spawn(async move {
        let bytes = vec![7; BYTES];
        let mut write = pin!(writer.write_all(&bytes));
        let written = poll_fn(|cx| {
            count.fetch_add(1, Ordering::Relaxed);
            write.as_mut().poll(cx)
        });
        written.await.unwrap();
    });
    let total = executor.block_on(async move {
        let (mut buf, mut total) = (vec![0; 64 * 1024], 0);
        loop {
            match reader.read(&mut buf).await.unwrap() {
                0 => return total,
                len => total += len,
            }
        }
    });
    assert_eq!(total, BYTES);
    assert!(polls.load(Ordering::Relaxed) > 1, "the write had to wait");
}
