//! The least stack on which each future runs, found with a child process for each try.

use std::env;
use std::future::ready;
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
    Box::pin(handle()).await // ②
}

async fn vec_inside() -> u8 {
    let mut buffer = vec![0; 64 * KIB]; // ③
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

// ANCHOR: work
const WORK: [(&str, fn() -> u8); 6] = [
    ("handle", || block_on(handle())),
    ("one_call", || block_on(one_call())),
    ("two_calls", || block_on(two_calls())),
    ("boxed_whole", || block_on(Box::pin(two_calls()))), // ①
    ("boxed_child", || block_on(boxed_child())),
    ("vec_inside", || block_on(vec_inside())),
];
// ANCHOR_END: work

// ANCHOR: main
fn main() {
    if let Ok(kib) = env::var("STACK_KIB") {
        return work_here(&kib);
    }
    let overflow = in_a_process("two_calls", 256);
    println!("two_calls on 256 KiB: {}", outcome(&overflow));
    for (name, _) in WORK {
        let enough = (64..=1024).step_by(64);
        let enough = enough.map(|kib| (kib, in_a_process(name, kib)));
        let least = enough.into_iter().find(|(_, run)| run.status.success());
        println!("{name}: {} KiB", least.map_or(0, |(kib, _)| kib));
    }
}
// ANCHOR_END: main

fn in_a_process(name: &str, kib: usize) -> Output {
    let mut command = Command::new(env::current_exe().unwrap());
    command.env("STACK_WORK", name);
    command.env("STACK_KIB", kib.to_string());
    command.output().unwrap()
}

fn work_here(kib: &str) {
    let name = env::var("STACK_WORK").unwrap();
    let work = WORK.into_iter().find(|(known, _)| *known == name);
    let stack = kib.parse::<usize>().unwrap() * KIB;
    let thread = thread::Builder::new().stack_size(stack);
    let thread = thread.spawn(work.unwrap().1).unwrap();
    assert_eq!(thread.join().unwrap(), 1);
}

fn outcome(run: &Output) -> String {
    let stderr = String::from_utf8_lossy(&run.stderr);
    let last_line = stderr.trim().lines().last();
    last_line.unwrap_or("it ends well").to_owned()
}
