//! Three futures race: the first that is ready wins, and the others are dropped.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use listings::trace; // trace

// ANCHOR: ask
struct Request {
    server: &'static str,
    sent: Instant,
    answered: bool,
}

impl Drop for Request {
    fn drop(&mut self) {
        let how = if self.answered { "answered" } else { "dropped" };
        println!("{}: {how} after {:?}", self.server, self.sent.elapsed());
    }
}

async fn ask(server: &'static str, takes: u64) -> &'static str {
    let mut request = Request {
        server,
        sent: Instant::now(),
        answered: false,
    };
    println!("{server}: asked");
    trace::mark("wait"); // trace
    sleep(Duration::from_millis(takes)).await;
    trace::mark("answered"); // trace
    request.answered = true; // ①
    server
}
// ANCHOR_END: ask

// ANCHOR: race
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    trace::executor("tokio"); // trace
    trace::clock("clock"); // trace
    trace::mark("primary"); // trace
    let primary = ask("primary", 300);
    let primary = trace::future("primary", primary).with_timer("timer"); // trace
    let primary = primary.with_value(); // trace
    trace::mark("secondary"); // trace
    let secondary = ask("secondary", 100);
    let secondary = trace::future("secondary", secondary).with_timer("timer"); // trace
    let secondary = secondary.with_value(); // trace
    trace::mark("guard"); // trace
    let guard = sleep(Duration::from_secs(5));
    let guard = trace::future("guard", guard).with_timer("timer"); // trace
    trace::mark("select"); // trace
    let winner = tokio::select! {
        biased; // ②
        server = primary => server,
        server = secondary => server, // ③
        () = guard => "nobody",
    };
    println!("the answer comes from: {winner}");
    sleep(Duration::from_secs(3600)).await; // ④
    println!("an hour later: nothing more");
}
// ANCHOR_END: race
