//! Work shared among all cores.
//!
//! Plain threads: tasks here build a Tokio runtime and wait for others' thread
//! pools, and a pool that hands its waiting threads another task (Rayon's) would
//! begin a runtime within a runtime.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use anyhow::Result;

/// Does all tasks, as many at a time as there are cores, in their order. A task
/// may return another one, which comes after all that wait.
///
/// # Errors
///
/// An error of a task; those that wait are not begun then, nor what would follow
/// from those that are under way.
pub fn each<T: Send>(
    tasks: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> Result<Option<T>> + Sync,
) -> Result<()> {
    // `None` once a task has failed.
    let waiting = Mutex::new(Some(tasks.into_iter().collect::<VecDeque<T>>()));
    let run = || {
        loop {
            let next = open(&waiting).as_mut().and_then(VecDeque::pop_front);
            let Some(task) = next else {
                return Ok(());
            };
            match work(task) {
                Ok(more) => {
                    if let Some(waiting) = open(&waiting).as_mut() {
                        waiting.extend(more);
                    }
                }
                Err(error) => {
                    *open(&waiting) = None;
                    return Err(error);
                }
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(joined).fold(Ok(()), Result::and)
    })
}

/// What a thread gave. A panic goes on here: a gate that fell over must not
/// look like one that found nothing.
pub fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use anyhow::bail;

    use super::*;

    #[test]
    fn every_task_and_what_follows_from_it_is_done() {
        let sum = AtomicUsize::new(0);
        each(1..=100, |task: usize| {
            sum.fetch_add(task, Ordering::Relaxed);
            Ok((task <= 10).then_some(1000))
        })
        .expect("no task fails");
        assert_eq!(sum.into_inner(), 5050 + 10 * 1000);
    }

    #[test]
    fn an_error_ends_the_work() {
        let done = AtomicUsize::new(0);
        let error = each(0..1000, |task: usize| {
            if task == 3 {
                bail!("task {task}");
            }
            done.fetch_add(1, Ordering::Relaxed);
            thread::yield_now();
            Ok(None)
        });
        assert_eq!(error.expect_err("a task fails").to_string(), "task 3");
        assert!(done.into_inner() >= 3);
    }

    #[test]
    #[should_panic(expected = "fell over")]
    fn a_panic_goes_on() {
        let _ = each([()], |()| panic!("fell over"));
    }
}
