//! The wrapper that records the polls of a future without changing what it does.

use std::fmt::Debug;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Waker};

use pin_project_lite::pin_project;

use super::log::Detail;
use super::recorder;
use super::schema::{LaneKind, StepKind};
use super::waker::{TracedWaker, executors_waker};

pin_project! {
    /// A future whose polls are recorded; made by [`future`](super::future()) and
    /// [`task`](super::task()).
    ///
    /// While nothing is recorded it hands each poll on as it is.
    pub struct Traced<F: Future> {
        #[pin]
        inner: F,
        lane: Arc<str>,
        // `None`: nothing is being recorded.
        run: Option<u32>,
        end: StepKind,
        ended: bool,
        waker_name: Arc<str>,
        timer: Option<Arc<str>>,
        show: Option<fn(&F::Output) -> String>,
        // Weak: between two polls only those who cloned the waker keep it.
        wakers: Wakers,
    }

    impl<F: Future> PinnedDrop for Traced<F> {
        fn drop(this: Pin<&mut Self>) {
            let this = this.project();
            if this.run.is_some() && !*this.ended {
                let by = recorder::current_actor();
                let detail = Detail::by(by);
                recorder::step(*this.run, StepKind::Drop, this.lane, detail);
            }
        }
    }
}

pub(super) fn traced<F: Future>(name: &str, inner: F, kind: LaneKind) -> Traced<F> {
    let run = recorder::run();
    let (made, end) = match kind {
        LaneKind::Task => (StepKind::Spawn, StepKind::Finish),
        _ => (StepKind::Create, StepKind::Ready),
    };
    if run.is_some() {
        recorder::lane(name, kind);
        let by = recorder::current_actor();
        recorder::step(run, made, name, Detail::by(by));
    }
    Traced {
        inner,
        lane: name.into(),
        run,
        end,
        ended: false,
        waker_name: "waker".into(),
        timer: None,
        show: None,
        wakers: Wakers::default(),
    }
}

impl<F: Future> Traced<F> {
    /// Names the lane of the waker with which this future is polled; else it is `waker`, and
    /// `waker 2`, `waker 3` for further ones.
    pub fn with_waker(mut self, name: &str) -> Self {
        self.waker_name = name.into();
        self
    }

    /// Says that whoever clones this future's own waker is a timer, as in `sleep` and `timeout`:
    /// the clone is recorded as setting the timer `name` and the wake as its firing.
    pub fn with_timer(mut self, name: &str) -> Self {
        self.timer = Some(name.into());
        self
    }

    /// Records the value with which the future is ready.
    pub fn with_value(mut self) -> Self
    where
        F::Output: Debug,
    {
        self.show = Some(|value| format!("{value:?}"));
        self
    }
}

impl<F: Future> Future for Traced<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if this.run.is_none() {
            return this.inner.poll(cx);
        }
        let run = *this.run;
        let (target, lane) = executors_waker(cx.waker());
        let traced = this.wakers.find(&target).unwrap_or_else(|| {
            let lane = lane.unwrap_or_else(|| this.wakers.lane(this.waker_name));
            let traced = TracedWaker::new(lane, this.timer.clone(), run);
            this.wakers.add(traced)
        });
        let loan = traced.clone().lend(target);
        recorder::enter(run, this.lane, traced);
        let ends = Ends {
            run,
            lane: this.lane,
            ended: this.ended,
        };
        let result = this.inner.poll(&mut Context::from_waker(&loan.waker));
        // No panic.
        std::mem::forget(ends);
        match &result {
            Poll::Pending => recorder::leave(run, StepKind::Pending, this.lane, None),
            Poll::Ready(value) => {
                *this.ended = true;
                let value = this.show.map(|show| show(value));
                recorder::leave(run, *this.end, this.lane, value);
            }
        }
        result
    }
}

/// The wakers that were handed to a future.
///
/// Weak: between two polls only those who cloned a waker keep it alive.
#[derive(Default)]
struct Wakers {
    seen: Vec<Weak<TracedWaker>>,
    lane: Option<Arc<str>>,
}

impl Wakers {
    /// The recorded waker that already stands before `target`, if somebody keeps it. It must be
    /// the same one, so that the future's `will_wake` gives the answer that it would get from the
    /// executor's wakers.
    fn find(&mut self, target: &Waker) -> Option<Arc<TracedWaker>> {
        self.seen.retain(|seen| seen.strong_count() > 0);
        let mut kept = self.seen.iter().filter_map(Weak::upgrade);
        kept.find(|kept| kept.will_wake(target))
    }

    /// The lane of a new waker. While nobody keeps an old one, no one can tell the two apart, and
    /// the lane stays.
    fn lane(&mut self, name: &str) -> Arc<str> {
        let stays = self.lane.take().filter(|_| self.seen.is_empty());
        stays.unwrap_or_else(|| recorder::new_waker_lane(name))
    }

    fn add(&mut self, traced: TracedWaker) -> Arc<TracedWaker> {
        let traced = Arc::new(traced);
        self.lane = Some(traced.lane.clone());
        self.seen.push(Arc::downgrade(&traced));
        traced
    }
}

/// Leaves a poll that ends by a panic.
struct Ends<'a> {
    run: Option<u32>,
    lane: &'a Arc<str>,
    ended: &'a mut bool,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        *self.ended = true;
        recorder::leave(self.run, StepKind::Panic, self.lane, None);
    }
}

impl<F: Future> Deref for Traced<F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.inner
    }
}
