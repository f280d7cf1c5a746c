//! Running a program that may never end.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How much of each stream's end is kept. The rest is read and forgotten, so that
/// a program which prints in an endless loop neither blocks nor fills the memory.
const KEPT_BYTES: usize = 1 << 20;

/// How long an ended program's output may still take: somebody else may hold
/// its pipe.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What is killed when the time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The program alone. It ends with the press on Ctrl-C.
    Program,
    /// Also the processes that it started. The terminal's Ctrl-C does not reach
    /// them, so this is for programs that end by themselves.
    Family,
}

/// What a bounded program did.
#[derive(Debug)]
pub struct Ended {
    /// How it ended; nothing if it was killed when its time was over.
    pub status: Option<ExitStatus>,
    /// What it printed, or the last MiB of it.
    pub stdout: String,
    /// Its complaints, or the last MiB of them.
    pub stderr: String,
}

/// Runs `command` and kills it when `limit` is over. It can't read from the
/// terminal.
///
/// # Errors
///
/// When the program can't be started or waited for.
pub fn run(command: &mut Command, limit: Duration, reach: Reach) -> io::Result<Ended> {
    if reach == Reach::Family {
        own_group(command);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdout = Stream::of(child.stdout.take());
    let stderr = Stream::of(child.stderr.take());
    let status = wait(&mut child, limit)?;
    if status.is_none() {
        if reach == Reach::Family {
            kill_group(&child)?;
        }
        child.kill()?;
        child.wait()?;
    }
    Ok(Ended {
        status,
        stdout: stdout.text(),
        stderr: stderr.text(),
    })
}

/// Asks often at first, since most programs end at once.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let Some(left) = limit
            .checked_sub(start.elapsed())
            .filter(|left| !left.is_zero())
        else {
            return Ok(None);
        };
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(unix)]
fn kill_group(child: &Child) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};
    match i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        Some(group) => Ok(kill_process_group(group, Signal::KILL)?),
        None => Ok(()),
    }
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(not(unix))]
fn kill_group(_: &Child) -> io::Result<()> {
    Ok(())
}

/// A pipe that a thread empties.
struct Stream {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: thread::JoinHandle<()>,
}

impl Stream {
    fn of(pipe: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = pipe.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..count]);
                if kept.len() > 2 * KEPT_BYTES {
                    let surplus = kept.len() - KEPT_BYTES;
                    kept.drain(..surplus);
                }
            }
        });
        Self { bytes, reader }
    }

    fn text(self) -> String {
        let start = Instant::now();
        while !self.reader.is_finished() && start.elapsed() < LAST_WORDS {
            thread::sleep(Duration::from_millis(1));
        }
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let surplus = bytes.len().saturating_sub(KEPT_BYTES);
        String::from_utf8_lossy(&bytes[surplus..]).into_owned()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn ended_program_keeps_its_status_and_words() {
        let ended = run(
            &mut shell("echo out; echo err >&2; exit 3"),
            Duration::from_secs(60),
            Reach::Program,
        )
        .unwrap();
        assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
        assert_eq!(
            (ended.stdout.as_str(), ended.stderr.as_str()),
            ("out\n", "err\n")
        );
    }

    #[test]
    fn endless_printer_is_killed_and_its_output_cut() {
        let ended = run(
            &mut shell("while :; do echo again; done"),
            Duration::from_millis(300),
            Reach::Program,
        )
        .unwrap();
        assert!(ended.status.is_none());
        assert!(ended.stdout.len() <= KEPT_BYTES);
    }

    #[test]
    fn last_word_of_a_long_speech_is_kept() {
        let script = "yes | head -c 5000000; echo; echo verdict: pass";
        let ended = run(&mut shell(script), Duration::from_secs(60), Reach::Program).unwrap();
        assert!(ended.stdout.ends_with("y\n\nverdict: pass\n"));
        assert_eq!(ended.stdout.len(), KEPT_BYTES);
    }

    #[test]
    fn child_of_the_child_is_killed_too() {
        let start = Instant::now();
        let ended = run(
            &mut shell("sleep 60 & wait"),
            Duration::from_millis(100),
            Reach::Family,
        )
        .unwrap();
        assert!(ended.status.is_none());
        assert!(start.elapsed() < LAST_WORDS, "the pipe was still open");
    }
}
