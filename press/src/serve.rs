//! The site on this machine, built again whenever a source is saved.
//!
//! A saved chapter is in the browser at once, the rest of the site behind it.
//!
//! Pages forbid inline scripts, so the reload script is a file like any other
//! and not something a server puts into the page.

mod page;
mod rebuild;

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::get;
use futures::stream::{self, Stream};
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tower_http::services::{ServeDir, ServeFile};

use crate::site::MISSING;
use rebuild::{News, Rebuild};

type Watcher = Debouncer<RecommendedWatcher, RecommendedCache>;

/// The script that waits for its page to change: the event names the pages,
/// or none if some news were missed. A worker that a built site left at this
/// address would keep old pages.
const SCRIPT: &str = "\
const events = new EventSource('/-/events');
const page = location.pathname.replace(/\\/$/, '/index.html');
events.addEventListener('built', ({ data }) => {
  if (!data || data.split(' ').includes(page)) location.reload();
});
navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((one) => one.unregister()));
addEventListener('pagehide', () => events.close());
";

/// How long a burst of saved files may last before the books are built.
const DEBOUNCE: Duration = Duration::from_millis(80);

/// Serves the site on 127.0.0.1 until the process is ended.
///
/// Builds once at the start; then each saved source builds again. A build
/// that fails says why and leaves the last good site in place.
pub fn serve(root: &Path, port: u16, open: bool) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .with_context(|| format!("port {port} is taken: name another with `--port`"))?;
        let address = format!("http://{}/", listener.local_addr()?);
        let out = root.join("target/press/served");
        let rebuild = Arc::new(Rebuild::new(root, &out));
        // The index is written by a runtime of its own.
        tokio::task::block_in_place(|| rebuild.build());
        println!("reading at {address} (Ctrl-C ends)");
        if open {
            open_browser(&address);
        }
        let _watcher = watch_sources(root, Arc::clone(&rebuild))?;
        let builder = Arc::clone(&rebuild);
        std::thread::spawn(move || builder.keep_building());
        axum::serve(listener, router(&out, rebuild)).await?;
        Ok(())
    })
}

fn router(out: &Path, rebuild: Arc<Rebuild>) -> Router {
    Router::new()
        .route(
            "/-/reload.js",
            get(|| async { ([(CONTENT_TYPE, "text/javascript")], SCRIPT) }),
        )
        .route("/-/events", get(move || events(rebuild.subscribe())))
        .fallback_service(ServeDir::new(out).not_found_service(ServeFile::new(out.join(MISSING))))
}

/// Serves a built site below a path until the task is dropped.
///
/// # Errors
///
/// When the listener fails.
pub async fn serve_folder(
    listener: TcpListener,
    path: &str,
    folder: PathBuf,
) -> std::io::Result<()> {
    let router = Router::new().nest_service(path, ServeDir::new(folder));
    axum::serve(listener, router).await
}

async fn events(
    news: broadcast::Receiver<News>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = stream::unfold(news, |mut news| async move {
        let pages = match news.recv().await {
            Ok(pages) if pages.is_empty() => "-".to_owned(),
            Ok(pages) => pages.join(" "),
            Err(RecvError::Lagged(_)) => String::new(),
            Err(RecvError::Closed) => return None,
        };
        Some((Ok(Event::default().event("built").data(pages)), news))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

fn watch_sources(root: &Path, rebuild: Arc<Rebuild>) -> Result<Watcher> {
    let unknown = root.join("src");
    let mut debouncer = new_debouncer(DEBOUNCE, None, move |result: DebounceEventResult| {
        let events = match &result {
            Ok(events) => events.as_slice(),
            // What was missed may be anything.
            Err(_) => return rebuild.saved([unknown.as_path()]),
        };
        let changed = events.iter().filter(|event| !event.kind.is_access());
        rebuild.saved(changed.flat_map(|event| event.paths.iter().map(PathBuf::as_path)));
    })?;
    for path in ["src", "theme", "listings", "book.toml"] {
        debouncer
            .watch(root.join(path), RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {path}"))?;
    }
    Ok(debouncer)
}

fn open_browser(address: &str) {
    let command = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    if std::process::Command::new(command)
        .arg(address)
        .spawn()
        .is_err()
    {
        eprintln!("no browser could be opened: go to {address}");
    }
}
