//! A spawned task waits in the queue until the thread is free, whether it is awaited or not.

use listings::trace; // trace

// ANCHOR: main
#[tokio::main(flavor = "current_thread")]
async fn main() {
    trace::executor("tokio"); // trace
    let answer = async {
        trace::mark("answer"); // trace
        println!("in the task");
        6 * 7
    };
    trace::mark("spawn"); // trace
    let answer = trace::task("answer", answer).with_value(); // trace
    let handle = tokio::spawn(answer); // ①
    let handle = trace::future("handle", handle); // trace
    let unawaited = async {
        trace::mark("unawaited"); // trace
        println!("in a task that nobody awaits");
    };
    trace::mark("spawn_unawaited"); // trace
    let unawaited = trace::task("unawaited", unawaited); // trace
    tokio::spawn(unawaited);
    println!("after spawn"); // ②
    trace::mark("await"); // trace
    let result = handle.await; // ③
    println!("{result:?}");
}
// ANCHOR_END: main
