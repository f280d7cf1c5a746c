//! The site on this machine, built again whenever a source is saved.
//!
//! Pages forbid inline scripts, so the reload script is a file like any other
//! and not something a server puts into the page.

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
use tokio::sync::watch;
use tower_http::services::{ServeDir, ServeFile};

use crate::site::{MISSING, Site};

type Watcher = Debouncer<RecommendedWatcher, RecommendedCache>;

/// The script that waits for a new build. A worker that a built site left at
/// this address would keep old pages.
const SCRIPT: &str = "\
const events = new EventSource('/-/events');
events.addEventListener('built', () => location.reload());
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
        // The index is written by a runtime of its own.
        tokio::task::block_in_place(|| build(root, &out));
        println!("reading at {address} (Ctrl-C ends)");
        if open {
            open_browser(&address);
        }
        let (built, _) = watch::channel(0_u64);
        let built = Arc::new(built);
        let _watcher = watch_sources(root, out.clone(), Arc::clone(&built))?;
        axum::serve(listener, router(&out, built)).await?;
        Ok(())
    })
}

fn router(out: &Path, built: Arc<watch::Sender<u64>>) -> Router {
    Router::new()
        .route(
            "/-/reload.js",
            get(|| async { ([(CONTENT_TYPE, "text/javascript")], SCRIPT) }),
        )
        .route("/-/events", get(move || events(built.subscribe())))
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

async fn events(built: watch::Receiver<u64>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = stream::unfold(built, |mut built| async move {
        built.changed().await.ok()?;
        let event = Event::default().event("built").data("");
        Some((Ok(event), built))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

fn build(root: &Path, out: &Path) -> bool {
    let start = std::time::Instant::now();
    match Site::serving().build(root, out) {
        Ok(pages) => {
            println!("built {pages} pages in {:.1?}", start.elapsed());
            true
        }
        Err(error) => {
            eprintln!("{error:#}");
            false
        }
    }
}

fn watch_sources(root: &Path, out: PathBuf, built: Arc<watch::Sender<u64>>) -> Result<Watcher> {
    let base = root.to_owned();
    let mut debouncer = new_debouncer(DEBOUNCE, None, move |result: DebounceEventResult| {
        let changed = match result {
            Ok(events) => events.iter().any(|event| !event.kind.is_access()),
            Err(_) => true,
        };
        if changed && build(&base, &out) {
            built.send_modify(|count| *count += 1);
        }
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
