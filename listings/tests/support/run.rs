//! Runs the built examples, each within a limit, so that a program that hangs fails its test and
//! nothing else.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// More than any listing may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Few, so that a program with bounds on real time finds a core; more than one, because most
/// programs that take long only wait.
const AT_ONCE: usize = 4;

/// What a program left behind.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    /// How it ended, empty for success.
    pub status: String,
}

/// One listing, by the stem of its file.
pub struct Listing {
    pub name: String,
    pub source: String,
}

impl Listing {
    /// Whether the book replays it.
    pub fn is_traced(&self) -> bool {
        self.source.lines().any(is_trace_line)
    }

    /// Its file, from the root of the workspace.
    pub fn file(&self) -> String {
        format!("listings/examples/{}.rs", self.name)
    }
}

/// Whether the reader never sees this line.
pub fn is_trace_line(line: &str) -> bool {
    line.trim_end().ends_with("// trace")
}

/// Every listing, in the order of their names.
pub fn listings() -> Vec<Listing> {
    stems("examples", "rs")
        .into_iter()
        .map(|name| {
            let file = root().join("listings/examples").join(format!("{name}.rs"));
            let source = std::fs::read_to_string(&file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            Listing { name, source }
        })
        .collect()
}

/// The stems of the files of one kind in a folder of the crate, in order.
pub fn stems(folder: &str, extension: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut stems: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    stems.sort();
    stems
}

/// The root of the workspace: programs run there, as `cargo run --example` does.
pub fn root() -> &'static Path {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.unwrap_or(Path::new("."))
}

/// `target/debug` or its like: this test stands in its `deps`.
pub fn profile_dir() -> PathBuf {
    let exe = std::env::current_exe().unwrap_or_default();
    let deps = exe.parent().unwrap_or(Path::new("."));
    deps.parent().unwrap_or(deps).to_owned()
}

/// A folder for what a test makes, below the target folder.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    folder
}

/// Runs a program to its end, or to the limit; `trace` is the file that it records its steps to.
pub fn run(program: &Path, trace: Option<&Path>) -> Result<Run, String> {
    let mut command = Command::new(program);
    command
        .current_dir(root())
        .env_remove("POLL_BY_POLL_TRACE")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(trace) = trace {
        command.env("POLL_BY_POLL_TRACE", trace);
    }
    let name = program.display();
    let mut child = command.spawn().map_err(|e| format!("{name}: {e}"))?;
    let stdout = read_all(child.stdout.take());
    let stderr = read_all(child.stderr.take());
    let status = wait(&mut child).map_err(|e| format!("{name}: {e}"))?;
    let Some(status) = status else {
        return Err(format!("{name}: still ran after {LIMIT:?}"));
    };
    let text = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Run {
        stdout: text(stdout),
        stderr: text(stderr),
        status: describe(status),
    })
}

fn read_all(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

fn describe(status: ExitStatus) -> String {
    if status.success() {
        return String::new();
    }
    // Whether a core was dumped is the machine's setting.
    status.to_string().replace(" (core dumped)", "") + "\n"
}

/// Does the same for each item, a few at once, and gathers what is wrong in the items' order.
pub fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let faults = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { return };
                    let found = check(item);
                    if let Ok(mut faults) = faults.lock() {
                        faults.extend(found.into_iter().map(|fault| (i, fault)));
                    }
                }
            });
        }
    });
    let mut faults = faults.into_inner().unwrap_or_default();
    faults.sort_by_key(|(i, _)| *i);
    faults.into_iter().map(|(_, fault)| fault).collect()
}
