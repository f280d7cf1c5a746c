//! The least stack on which each future runs, found with a child process for each try.

use std::env;
use std::future::ready;
use std::io;
use std::pin::pin;
use std::process::{Command, Output};
use std::task::{Context, Poll, Waker};
use std::thread;

// ANCHOR: futures
const KIB: usize = 1024;

async fn handle() -> u8 {
    let mut buffer = [0; 64 * KIB];
    receive(&mut buffer).await
}

async fn one_call() -> u8 {
    handle().await
}

async fn two_calls() -> u8 {
    one_call().await
}

async fn boxed_child() -> u8 {
    Box::pin(handle()).await // ①
}

async fn vec_inside() -> u8 {
    let mut buffer = vec![0; 64 * KIB]; // ②
    receive(&mut buffer).await
}

async fn receive(buffer: &mut [u8]) -> u8 {
    ready(()).await;
    buffer[0] = 1;
    buffer[0]
}
// ANCHOR_END: futures

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut cx) {
            return value;
        }
    }
}

type Work = (&'static str, fn() -> u8);

// ANCHOR: work
const WORK: [Work; 6] = [
    ("handle", || block_on(handle())),
    ("one_call", || block_on(one_call())),
    ("two_calls", || block_on(two_calls())),
    ("boxed_whole", || block_on(Box::pin(two_calls()))), // ③
    ("boxed_child", || block_on(boxed_child())),
    ("vec_inside", || block_on(vec_inside())),
];
// ANCHOR_END: work

fn main() -> io::Result<()> {
    if let (Ok(name), Ok(kib)) = (env::var("STACK_WORK"), env::var("STACK_KIB")) {
        return work_here(&name, &kib);
    }
    let overflow = in_a_process("two_calls", 256)?;
    println!("two_calls on 256 KiB: {}", outcome(&overflow));
    for (name, _) in WORK {
        let mut kib = 64;
        while kib < 1024 && !in_a_process(name, kib)?.status.success() {
            kib += 64;
        }
        println!("{name}: {kib} KiB");
    }
    Ok(())
}

fn in_a_process(name: &str, kib: usize) -> io::Result<Output> {
    let mut command = Command::new(env::current_exe()?);
    command.env("STACK_WORK", name);
    command.env("STACK_KIB", kib.to_string());
    command.output()
}

fn work_here(name: &str, kib: &str) -> io::Result<()> {
    let kib: usize = kib.parse().expect("a number");
    let work = WORK.into_iter().find(|(known, _)| *known == name);
    let (_, work) = work.expect("one of the six");
    let thread = thread::Builder::new().stack_size(kib * KIB);
    let value = thread.spawn(work)?.join();
    assert_eq!(value.expect("no panic"), 1);
    Ok(())
}

fn outcome(run: &Output) -> String {
    let stderr = String::from_utf8_lossy(&run.stderr);
    let last_line = stderr.trim().lines().last();
    last_line.unwrap_or("it ends well").to_owned()
}
