//! The claims of the chapter `state-machines`: the enum is the async fn poll for poll, what is
//! dropped when, what allocates, and where a child lies.

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures::executor::LocalPool;
use futures::task::LocalSpawnExt;
use listings::trace::schema::Trace;

#[path = "../examples/state_machines_allocations.rs"]
#[allow(dead_code)]
mod allocations;
#[path = "../examples/state_machines_recursion.rs"]
#[allow(dead_code)]
mod recursion;
#[path = "../examples/state_machines_two_awaits.rs"]
#[allow(dead_code)]
mod two_awaits;

use allocations::{counted, day, run};
use recursion::{Folder, count};
use two_awaits::{Brew, brew, notes};

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wakes {
    fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn poll_once<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

fn panic_message(body: impl FnOnce()) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(body)).err()?;
    let literal = payload.downcast_ref::<&str>();
    let literal = literal.map(|text| (*text).to_owned());
    literal.or_else(|| payload.downcast_ref::<String>().cloned())
}

type Row = (Option<Poll<(u32, u32)>>, u32, usize, String);

/// What the outside sees of each of at most `limit` polls, and then of the drop: the outcome, how
/// often the waker has been called, how many wakers are held, and what the children did, in order.
fn rows(future: impl Future<Output = (u32, u32)>, limit: u32) -> Vec<Row> {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut future = Box::pin(future);
    let mut rows = vec![(None, 0, 0, notes())];
    for _ in 0..limit {
        let outcome = future.as_mut().poll(&mut Context::from_waker(&waker));
        let held = Arc::strong_count(&wakes) - 2;
        rows.push((Some(outcome), wakes.count(), held, notes()));
        if outcome.is_ready() {
            break;
        }
    }
    drop(future);
    rows.push((None, wakes.count(), 0, notes()));
    rows
}

#[test]
fn the_enum_is_the_async_fn_poll_for_poll() {
    for beans in 0..=4 {
        for water in 0..=4 {
            // Dropped before the first poll, after each further one, and at the end.
            for limit in 0..=beans + water + 1 {
                let compiled = rows(brew(beans, water), limit);
                let by_hand = rows(Brew::Start { beans, water }, limit);
                assert_eq!(compiled, by_hand, "brew({beans}, {water}), {limit} polls");
                assert_eq!(compiled.len() as u32, limit + 2);
                let ended = compiled.iter().any(|row| {
                    let value = Poll::Ready((10 * beans, 4 * water));
                    row.0 == Some(value)
                });
                assert_eq!(ended, limit == beans + water + 1);
            }
        }
    }
}

#[test]
fn a_future_that_is_dropped_halfway_drops_its_child() {
    let halfway = rows(brew(1, 1), 2);
    assert_eq!(halfway[0].3, "", "the call runs nothing");
    assert_eq!(halfway[3].3, "pour dropped", "the drop of the future");
    let finished = rows(brew(1, 1), 3);
    assert_eq!(finished[4].3, "", "nothing is left to drop");
}

#[test]
fn both_panic_after_completion() {
    fn second_poll(future: impl Future) -> String {
        let mut future = pin!(future);
        assert!(poll_once(future.as_mut()).is_ready());
        panic_message(|| drop(poll_once(future.as_mut()))).unwrap()
    }
    assert_eq!(
        second_poll(brew(0, 0)),
        "`async fn` resumed after completion"
    );
    let by_hand = Brew::Start { beans: 0, water: 0 };
    assert_eq!(second_poll(by_hand), "`Brew` resumed after completion");
}

#[test]
fn a_panic_leaves_a_state_of_its_own() {
    fn two_polls(future: impl Future<Output = ()>) -> [String; 2] {
        let mut future = pin!(future);
        [(); 2].map(|()| {
            let poll = || {
                let _ = poll_once(future.as_mut());
            };
            panic_message(poll).unwrap()
        })
    }
    async fn broken() {
        panic!("on purpose");
    }
    async fn broken_child() {
        poll_fn(|_| -> Poll<()> { panic!("on purpose") }).await;
    }
    let expected = ["on purpose", "`async fn` resumed after panicking"];
    assert_eq!(two_polls(broken()), expected);
    assert_eq!(two_polls(broken_child()), expected);
}

#[test]
fn the_trace_of_the_enum_has_the_steps_of_the_trace_of_the_async_fn() {
    let trace = include_str!("../traces/state_machines_two_awaits.json");
    let trace: Trace = serde_json::from_str(trace).unwrap();
    let [compiled, by_hand] = trace.variants.as_slice() else {
        panic!("two variants");
    };
    let keys = |variant: &listings::trace::schema::Variant| {
        let steps = variant.steps.iter();
        steps.map(|step| step.key.clone()).collect::<Vec<_>>()
    };
    assert_eq!(keys(compiled), keys(by_hand));
}

#[test]
fn the_measured_async_fn_is_the_traced_one() {
    fn body(file: &str) -> String {
        let body = file.split_once("async fn brew(").unwrap().1;
        let body = body.split_once("\n}\n").unwrap().0;
        let lines = body.lines().filter(|line| !line.ends_with("// trace"));
        let lines = lines.map(|line| line.split("//").next().unwrap_or(line).trim());
        lines.collect::<Vec<_>>().join("\n")
    }
    assert_eq!(
        body(include_str!("../examples/state_machines_two_awaits.rs")),
        body(include_str!("../examples/state_machines_other_threads.rs"))
    );
}

#[test]
fn a_poll_passes_every_await_that_is_ready() {
    let passed = Cell::new(0);
    let mut future = pin!(async {
        for _ in 0..1_000 {
            async {}.await;
            passed.set(passed.get() + 1);
        }
        pending::<()>().await;
    });
    assert!(poll_once(future.as_mut()).is_pending());
    assert_eq!(passed.get(), 1_000);
}

#[test]
fn the_child_lies_inside_its_parent() {
    async fn leaf(seen: &Cell<usize>) {
        let own = Cell::new(1_u8);
        poll_fn(|_| {
            seen.set(std::ptr::from_ref(&own).addr());
            Poll::<()>::Pending
        })
        .await;
        own.set(2);
    }
    async fn middle(seen: &Cell<usize>) {
        leaf(seen).await;
    }
    async fn outer(seen: &Cell<usize>) {
        middle(seen).await;
    }
    let seen = Cell::new(0);
    let mut future = Box::pin(outer(&seen));
    assert!(poll_once(future.as_mut()).is_pending());
    let start = std::ptr::from_ref(&*future).addr();
    let bytes = start..start + size_of_val(&*future);
    assert!(bytes.contains(&seen.get()), "{bytes:?} {}", seen.get());
}

#[test]
fn calling_and_polling_allocate_nothing_and_a_box_once() {
    let (future, calls) = counted(day);
    let (polls, in_polls) = counted(|| run(future));
    assert_eq!((calls, in_polls, polls), (0, 0, 5));
    let (boxed, boxes) = counted(|| Box::pin(day()));
    let (polls, in_polls) = counted(|| run(boxed));
    assert_eq!((boxes, in_polls, polls), (1, 0, 5));
}

#[test]
fn one_spawn_is_one_allocation_whatever_is_nested_in_it() {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.build().unwrap();
    runtime.block_on(async {
        tokio::spawn(day()).await.unwrap();
        let (shallow, n) = counted(|| tokio::spawn(async {}));
        assert_eq!(n, 1);
        let (deep, n) = counted(|| tokio::spawn(day()));
        assert_eq!(n, 1);
        shallow.await.unwrap();
        assert_eq!(deep.await.unwrap(), 4);
    });
}

#[test]
fn a_very_large_future_is_boxed_before_it_is_spawned() {
    async fn large() -> usize {
        let bytes = [1_u8; 20_000];
        futures::pending!();
        bytes.len()
    }
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.build().unwrap();
    runtime.block_on(async {
        tokio::spawn(day()).await.unwrap();
        let (task, n) = counted(|| tokio::spawn(large()));
        assert_eq!(n, 2);
        task.abort();
    });
}

#[test]
fn a_spawn_may_cost_more_elsewhere() {
    let mut pool = LocalPool::new();
    let spawner = pool.spawner();
    for _ in 0..3 {
        spawner.spawn_local(async {}).unwrap();
        pool.run();
    }
    let ((), n) = counted(|| {
        spawner.spawn_local(async {}).unwrap();
        pool.run();
    });
    assert_eq!(n, 2, "a box when it is spawned, a task when it is run");
}

#[test]
fn recursion_allocates_once_per_inner_call() {
    let leaf = |files| Folder {
        files,
        folders: Vec::new(),
    };
    for width in 0..=3_u32 {
        let inner = || Folder {
            files: 1,
            folders: (0..width).map(leaf).collect(),
        };
        let root = Folder {
            files: 0,
            folders: (0..width).map(|_| inner()).collect(),
        };
        let (polls, n) = counted(|| run(count(&root)));
        assert_eq!((polls, n), (1, width + width * width));
    }
}

#[test]
fn each_poll_of_a_task_enters_from_the_outermost_future() {
    /// Notes its name at each poll of what it wraps.
    async fn noted<F: Future>(name: &str, polled: &RefCell<Vec<String>>, inner: F) -> F::Output {
        let mut inner = pin!(inner);
        poll_fn(|cx| {
            polled.borrow_mut().push(name.to_owned());
            inner.as_mut().poll(cx)
        })
        .await
    }
    let polled = RefCell::default();
    let left = Rc::new(Cell::new(2));
    let leaf = poll_fn(|cx| {
        if left.get() == 0 {
            return Poll::Ready(());
        }
        left.set(left.get() - 1);
        cx.waker().wake_by_ref();
        Poll::Pending
    });
    let leaf = noted("leaf", &polled, leaf);
    let middle = noted("middle", &polled, leaf);
    assert_eq!(run(noted("outer", &polled, middle)), 3);
    let round = ["outer", "middle", "leaf"];
    assert_eq!(*polled.borrow(), [round, round, round].concat());
}

#[test]
fn a_local_outlives_its_last_use_and_a_dropped_future_drops_its_locals() {
    struct Held<'a>(&'static str, &'a RefCell<Vec<&'static str>>);
    impl Drop for Held<'_> {
        fn drop(&mut self) {
            self.1.borrow_mut().push(self.0);
        }
    }
    async fn shift(drops: &RefCell<Vec<&'static str>>) {
        let _apron = Held("apron", drops);
        let cup = Held("cup", drops);
        assert_eq!(cup.0, "cup");
        futures::pending!();
    }
    for polls in 0..=2 {
        let drops = RefCell::default();
        {
            let mut future = pin!(shift(&drops));
            for n in 1..=polls {
                assert_eq!(poll_once(future.as_mut()).is_ready(), n == 2);
            }
            let ended: &[&str] = if polls == 2 { &["cup", "apron"] } else { &[] };
            assert_eq!(*drops.borrow(), ended);
        }
        let all: &[&str] = if polls == 0 { &[] } else { &["cup", "apron"] };
        assert_eq!(*drops.borrow(), all, "{polls} polls");
    }
}
