//! Workers that are asked to stop, waited for, and aborted if they take too long.

use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

#[derive(Default)]
pub struct Workers {
    token: CancellationToken,
    tracker: TaskTracker,
    handles: Vec<AbortHandle>,
}

impl Workers {
    /// Starts a worker, which gets a token that asks it to stop.
    pub fn start<F>(&mut self, work: impl FnOnce(CancellationToken) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        // A worker that cancels its own token must not stop the others.
        let worker = self.tracker.spawn(work(self.token.child_token()));
        self.handles.push(worker.abort_handle());
    }

    /// Asks all workers to stop, gives them `grace` to do so, and aborts those that are left.
    /// When it returns, none is left. Says how many it had to abort.
    pub async fn stop(self, grace: Duration) -> usize {
        // Without this the wait would last as long as the grace.
        self.tracker.close();
        self.token.cancel();
        let _ = timeout(grace, self.tracker.wait()).await;
        let left = self.tracker.len();
        self.handles.iter().for_each(AbortHandle::abort);
        // `abort` returns before the workers are gone.
        self.tracker.wait().await;
        left
    }
}
