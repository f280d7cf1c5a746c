//! The claims of the chapter `joining`: what overlaps and what doesn't, in virtual time and polls.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use futures::future::{join_all, try_join_all};
use futures::stream::{self, FuturesUnordered, StreamExt};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::task::AbortOnDropHandle;

#[path = "../examples/joining_polls.rs"]
#[allow(dead_code)]
mod polls;
#[path = "support/task.rs"]
#[allow(dead_code)]
mod task;
#[path = "../examples/joining_totals.rs"]
#[allow(dead_code)]
mod totals;

use polls::counted;
use task::Task;
use totals::{fetch, in_sequence, joined, made_first, spawned};

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let started = Instant::now();
    let value = work.await;
    (value, started.elapsed())
}

#[tokio::test(start_paused = true)]
async fn awaits_in_sequence_take_the_sum() {
    assert_eq!(timed(in_sequence()).await, (600, ms(600)));
    assert_eq!(timed(made_first()).await, (600, ms(600)));
}

#[tokio::test(start_paused = true)]
async fn joined_and_spawned_take_the_maximum() {
    assert_eq!(timed(joined()).await, (600, ms(300)));
    assert_eq!(timed(spawned()).await, (600, ms(300)));
}

#[tokio::test(start_paused = true)]
async fn a_bare_sleep_counts_from_its_making() {
    let pause = sleep(ms(100));
    sleep(ms(70)).await;
    assert_eq!(timed(pause).await.1, ms(30));
}

#[tokio::test(start_paused = true)]
async fn awaiting_inside_a_vector_takes_the_sum() {
    let both = async { vec![fetch(200).await, fetch(100).await] };
    assert_eq!(timed(both).await.1, ms(300));
}

#[tokio::test(start_paused = true)]
async fn join_polls_all_branches_and_a_set_only_the_woken() {
    let polls = Cell::new(0);
    tokio::join!(
        counted(100, &polls),
        counted(200, &polls),
        counted(300, &polls)
    );
    assert_eq!(polls.get(), 3 + 3 + 2 + 1);

    let polls = Cell::new(0);
    let three = [100, 200, 300].map(|time| counted(time, &polls));
    let mut set = FuturesUnordered::from_iter(three);
    while set.next().await.is_some() {}
    assert_eq!(polls.get(), 3 + 3);
}

/// Notes its name at each poll, and is never ready.
async fn noted(name: char, notes: &Cell<String>) {
    poll_fn(|_| {
        let mut text = notes.take();
        text.push(name);
        notes.set(text);
        Poll::<()>::Pending
    })
    .await
}

#[test]
fn join_begins_each_poll_with_another_branch() {
    let notes = Cell::default();
    let task = Task::new();
    let mut both = pin!(async { tokio::join!(noted('a', &notes), noted('b', &notes)) });
    for _ in 0..3 {
        assert!(task.poll(both.as_mut()).is_pending());
    }
    assert_eq!(notes.take(), "abbaab");

    let mut both = pin!(async { tokio::join!(biased; noted('a', &notes), noted('b', &notes)) });
    for _ in 0..3 {
        assert!(task.poll(both.as_mut()).is_pending());
    }
    assert_eq!(notes.take(), "ababab");
}

#[test]
fn a_pushed_future_is_not_polled_until_the_set_is() {
    let notes = Cell::default();
    let mut set = FuturesUnordered::new();
    set.push(noted('a', &notes));
    set.push(noted('b', &notes));
    assert_eq!(notes.take(), "");
    assert!(Task::new().poll(pin!(set.next())).is_pending());
    assert_eq!(notes.take().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn join_all_gives_the_order_of_the_futures() {
    let all = join_all([300, 100, 200].map(fetch));
    assert_eq!(timed(all).await, (vec![300, 100, 200], ms(300)));
}

#[tokio::test(start_paused = true)]
async fn join_all_of_more_than_thirty_polls_only_the_woken() {
    let polls = Cell::new(0);
    join_all((1..=30).map(|time| counted(time, &polls))).await;
    assert_eq!(polls.take(), 30 + (1..=30).sum::<u32>());

    join_all((1..=31).map(|time| counted(time, &polls))).await;
    assert_eq!(polls.take(), 31 + 31);
}

#[test]
fn joined_futures_may_borrow_and_are_dropped_with_the_join() {
    let shared = Rc::new(Cell::default());
    let hold = async |shared: Rc<Cell<String>>| noted('a', &shared).await;
    let (a, b) = (hold(shared.clone()), noted('b', &shared));
    let mut both = Box::pin(async { tokio::join!(a, b) });
    assert!(Task::new().poll(both.as_mut()).is_pending());
    assert_eq!(Rc::strong_count(&shared), 2);
    drop(both);
    assert_eq!(Rc::strong_count(&shared), 1);
    assert_eq!(shared.take(), "ab");
}

#[tokio::test(start_paused = true)]
async fn try_join_over_handles_ends_with_a_panic_and_stops_no_task() {
    let slow = tokio::spawn(fetch(300));
    let left = slow.abort_handle();
    let failing: tokio::task::JoinHandle<u64> = tokio::spawn(async {
        sleep(ms(100)).await;
        panic!("on purpose")
    });
    let both = async { tokio::try_join!(slow, failing) };
    let (result, took) = timed(both).await;
    assert!(result.unwrap_err().is_panic());
    assert_eq!(took, ms(100));
    sleep(ms(100)).await;
    assert!(!left.is_finished());
    sleep(ms(101)).await;
    assert!(left.is_finished());
}

#[tokio::test(start_paused = true)]
async fn try_join_all_ends_with_the_first_error() {
    async fn refuse(time: u64) -> Result<(), u64> {
        sleep(ms(time)).await;
        Err(time)
    }
    let all = try_join_all([300, 100, 200].map(refuse));
    assert_eq!(timed(all).await, (Err(100), ms(100)));
}

#[tokio::test(start_paused = true)]
async fn a_set_of_futures_gives_the_order_of_the_answers() {
    let set = FuturesUnordered::from_iter([300, 100, 200].map(fetch));
    assert_eq!(set.collect::<Vec<_>>().await, [100, 200, 300]);
}

#[tokio::test(start_paused = true)]
async fn buffered_keeps_the_order_and_a_finished_future_keeps_its_place() {
    let times = [300, 100, 200];
    let ordered = stream::iter(times).map(fetch).buffered(2).collect();
    let ordered: (Vec<_>, _) = timed(ordered).await;
    assert_eq!(ordered, (vec![300, 100, 200], ms(500)));
    let unordered = stream::iter(times).map(fetch).buffer_unordered(2).collect();
    let (unordered, took): (Vec<_>, _) = timed(unordered).await;
    assert_eq!((unordered[0], took), (100, ms(300)));
}

#[tokio::test(start_paused = true)]
async fn a_join_set_holds_the_panic_of_a_task() {
    let mut set = JoinSet::new();
    set.spawn(async { panic!("on purpose") });
    let result: Option<Result<(), _>> = set.join_next().await;
    assert!(result.unwrap().unwrap_err().is_panic());
    assert!(set.join_next().await.is_none(), "and is empty then");
}

/// Two steps of 100 ms, and how long they took together.
async fn two_steps(_: u32) -> Duration {
    timed(async {
        sleep(ms(100)).await;
        sleep(ms(100)).await;
    })
    .await
    .1
}

#[tokio::test(start_paused = true)]
async fn then_makes_buffered_futures_wait_as_a_loop_does() {
    let stored = stream::iter(0..6)
        .map(two_steps)
        .buffer_unordered(2)
        .then(|took| async move {
            sleep(ms(300)).await;
            took
        });
    let took: Vec<_> = stored.collect().await;
    assert!(took.iter().any(|&took| took > ms(200)), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn for_each_makes_buffered_futures_wait_as_a_loop_does() {
    let longest = Cell::new(Duration::ZERO);
    let stored = stream::iter(0..6).map(two_steps).buffer_unordered(2);
    stored
        .for_each(async |took| {
            sleep(ms(300)).await;
            longest.set(longest.get().max(took));
        })
        .await;
    assert!(longest.get() > ms(200));
}

#[tokio::test(start_paused = true)]
async fn a_store_inside_the_buffered_future_makes_no_fetch_wait() {
    let fetch_and_store = async |page| {
        let took = two_steps(page).await;
        sleep(ms(300)).await;
        took
    };
    let mut pages = stream::iter(0..6).map(fetch_and_store).buffer_unordered(2);
    while let Some(took) = pages.next().await {
        assert_eq!(took, ms(200));
    }
}

#[tokio::test(start_paused = true)]
async fn spawned_futures_take_their_own_time_only() {
    let mut took = stream::iter(0..6)
        .map(|page| tokio::spawn(two_steps(page)))
        .buffer_unordered(2);
    while let Some(took) = took.next().await {
        assert_eq!(took.unwrap(), ms(200));
        sleep(ms(300)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn tasks_of_a_dropped_buffer_run_on_unless_their_handles_abort_them() {
    for aborting in [false, true] {
        let mut left = Vec::new();
        let mut pages = stream::iter([100, 200])
            .map(|time| {
                let handle = tokio::spawn(fetch(time));
                left.push(handle.abort_handle());
                async move {
                    if aborting {
                        AbortOnDropHandle::new(handle).await
                    } else {
                        handle.await
                    }
                }
            })
            .buffer_unordered(2);
        assert_eq!(pages.next().await.unwrap().unwrap(), 100);
        drop(pages);
        sleep(ms(50)).await;
        assert_eq!(left[1].is_finished(), aborting);
        sleep(ms(51)).await;
        assert!(left[1].is_finished());
    }
}

#[tokio::test(start_paused = true)]
async fn a_future_enters_the_buffer_before_anybody_polls_it() {
    let started = Instant::now();
    let mut times = Vec::new();
    let mut pages = stream::iter(1..=4)
        .map(|page| {
            let entered = started.elapsed();
            async move {
                let polled = started.elapsed();
                two_steps(page).await;
                (page, entered, polled)
            }
        })
        .buffer_unordered(2);
    while let Some(page) = pages.next().await {
        sleep(ms(300)).await;
        times.push(page);
    }
    assert_eq!(times[2], (3, ms(500), ms(800)));
}

#[tokio::test(start_paused = true)]
async fn a_branch_beside_the_loop_goes_on() {
    let stores = async {
        for _ in 0..3 {
            sleep(ms(300)).await;
        }
    };
    let ((), took) = tokio::join!(stores, two_steps(1));
    assert_eq!(took, ms(200));
}
