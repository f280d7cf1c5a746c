//! A token and its child: which way a cancellation goes.

use tokio::task::yield_now;
use tokio_util::sync::CancellationToken;

use listings::trace; // trace
use listings::trace::StepKind; // trace

// ANCHOR: main
async fn until_cancelled(token: CancellationToken) {
    trace::mark("wait"); // trace
    token.cancelled().await; // ①
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    for cancel in ["child", "parent"] {
        trace::variant(format_args!("cancel={cancel}")); // trace
        trace::executor("tokio"); // trace
        trace::token("parent"); // trace
        trace::token("child"); // trace
        let parent = CancellationToken::new();
        let child = parent.child_token(); // ②
        let is = parent.is_cancelled(); // trace
        trace::state("parent", format_args!("cancelled = {is}")); // trace
        let is = child.is_cancelled(); // trace
        trace::state("child", format_args!("cancelled = {is}")); // trace
        trace::mark("spawn_server"); // trace
        let server = until_cancelled(parent.clone());
        let server = trace::task("server", server).with_waker("waker of server"); // trace
        let server = tokio::spawn(server);
        trace::mark("spawn_connection"); // trace
        let connection = until_cancelled(child.clone());
        let connection = trace::task("connection", connection); // trace
        let connection = connection.with_waker("waker of connection"); // trace
        let connection = tokio::spawn(connection);
        trace::mark("tasks_wait"); // trace
        yield_now().await; // ③
        trace::mark("cancel"); // trace
        trace::event(StepKind::Cancel, cancel); // trace
        if cancel == "child" { &child } else { &parent }.cancel(); // ④
        let is = parent.is_cancelled(); // trace
        trace::state("parent", format_args!("cancelled = {is}")); // trace
        let is = child.is_cancelled(); // trace
        trace::state("child", format_args!("cancelled = {is}")); // trace
        trace::mark("tasks_end"); // trace
        yield_now().await;
        println!(
            "cancel the {cancel}: server done {}, connection done {}",
            server.is_finished(),
            connection.is_finished()
        );
    }
}
// ANCHOR_END: main
