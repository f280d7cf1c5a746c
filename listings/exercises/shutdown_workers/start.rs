//! Workers that are asked to stop. `stop` asks, and that is all it does well.

use std::time::Duration;

use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

#[derive(Default)]
pub struct Workers {
    token: CancellationToken,
    tracker: TaskTracker,
}

impl Workers {
    /// Starts a worker, which gets a token that asks it to stop.
    pub fn start<F>(&mut self, work: impl FnOnce(CancellationToken) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tracker.spawn(work(self.token.clone()));
    }

    /// Asks all workers to stop, gives them `grace` to do so, and aborts those that are left.
    /// When it returns, none is left. Says how many it had to abort.
    pub async fn stop(self, grace: Duration) -> usize {
        self.token.cancel();
        let _ = timeout(grace, self.tracker.wait()).await;
        self.tracker.len()
    }
}
