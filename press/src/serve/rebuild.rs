//! What a save sets off: its page at once, the whole site behind it.
//!
//! Saves are counted. A whole build that a save has overtaken is thrown away
//! and begun again, so that old pages never take the place of newer ones.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::broadcast;

use super::page::{Change, Pages, Saved};
use crate::site::Site;

/// The addresses of pages that have changed.
pub type News = Arc<[String]>;

/// The served site and the builds of it.
pub struct Rebuild {
    root: PathBuf,
    out: PathBuf,
    news: broadcast::Sender<News>,
    state: Mutex<State>,
    wanted: Condvar,
}

#[derive(Default)]
struct State {
    /// A whole build is due.
    wanted: bool,
    /// How many saves there were.
    saves: u64,
    /// Tells the whole build that is at work to give up.
    stop: Arc<AtomicBool>,
}

impl Rebuild {
    /// The site of the project at `root`, served from `out`.
    pub fn new(root: &Path, out: &Path) -> Self {
        Self {
            root: root.to_owned(),
            out: out.to_owned(),
            // Who misses some is told to load its page again.
            news: broadcast::Sender::new(16),
            state: Mutex::default(),
            wanted: Condvar::new(),
        }
    }

    /// What will be published from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Takes note of saved files. Returns when the page of a saved chapter is
    /// published or its faults are printed; the whole build comes later.
    pub fn saved<'a>(&self, paths: impl IntoIterator<Item = &'a Path>) {
        let change = Change::of(&self.root, paths);
        if change == Change::Nothing {
            return;
        }
        {
            let mut state = self.lock();
            state.saves += 1;
            state.stop.store(true, Ordering::Relaxed);
        }
        if let Change::Chapters(chapters) = change
            && let Err(error) = self.refresh(&chapters)
        {
            // The next save is looked at again; until then the site stays.
            eprintln!("{error:#}");
            return;
        }
        self.want();
    }

    /// Asks for a whole build.
    pub fn want(&self) {
        self.lock().wanted = true;
        self.wanted.notify_one();
    }

    fn refresh(&self, chapters: &[Saved]) -> anyhow::Result<()> {
        let start = Instant::now();
        let Some(pages) = Pages::render(&self.root, &self.out, chapters)? else {
            return Ok(());
        };
        let published = {
            // A whole site must not take the folder's place meanwhile.
            let _state = self.lock();
            pages.publish(&self.out)?
        };
        println!("{} in {:.1?}", published.join(", "), start.elapsed());
        self.tell(published);
        Ok(())
    }

    /// Builds the whole site once, whatever was saved.
    pub fn build(&self) {
        let start = Instant::now();
        let (saves, stop) = {
            let mut state = self.lock();
            state.wanted = false;
            state.stop = Arc::default();
            (state.saves, Arc::clone(&state.stop))
        };
        let built = Site::serving()
            .until(stop)
            .prepare(&self.root, &self.out)
            .map(|fresh| (fresh.changed(), fresh));
        let state = self.lock();
        if state.saves != saves {
            return;
        }
        let built = built.and_then(|(changed, fresh)| Ok((changed, fresh.publish()?)));
        drop(state);
        match built {
            Ok((changed, pages)) => {
                println!("built {pages} pages in {:.1?}", start.elapsed());
                self.tell(changed);
            }
            Err(error) => eprintln!("{error:#}"),
        }
    }

    /// Builds the whole site whenever that is due.
    pub fn keep_building(&self) -> ! {
        loop {
            let state = self.lock();
            let state = self.wanted.wait_while(state, |state| !state.wanted);
            drop(state);
            self.build();
        }
    }

    fn tell(&self, pages: Vec<String>) {
        // Nobody may be reading.
        let _ = self.news.send(pages.into());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
