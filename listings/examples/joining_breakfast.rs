//! Two waits, awaited in sequence and joined: who is polled when.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use listings::trace; // trace

// ANCHOR: breakfast
async fn boil() -> &'static str {
    trace::mark("boil"); // trace
    sleep(Duration::from_millis(200)).await;
    "tea"
}

async fn roast() -> &'static str {
    trace::mark("roast"); // trace
    sleep(Duration::from_millis(100)).await;
    "toast"
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    for joined in [false, true] {
        trace::variant(format_args!("joined={joined}")); // trace
        trace::executor("tokio"); // trace
        trace::clock("clock"); // trace
        let started = Instant::now();
        trace::mark("create"); // trace
        let (tea, toast) = (boil(), roast());
        let tea = trace::future("tea", tea).with_timer("tea timer"); // trace
        let tea = tea.with_value(); // trace
        let toast = trace::future("toast", toast).with_timer("toast timer"); // trace
        let toast = toast.with_value(); // trace
        let breakfast = async {
            if joined {
                trace::mark("join"); // trace
                tokio::join!(tea, toast) // ②
            } else {
                trace::mark("sequence"); // trace
                (tea.await, toast.await) // ①
            }
        };
        let breakfast = trace::future("breakfast", breakfast); // trace
        trace::mark("await"); // trace
        let eaten = breakfast.await;
        println!("joined: {joined}: {eaten:?} after {:?}", started.elapsed());
        let total = if joined { 200 } else { 300 };
        assert_eq!(started.elapsed(), Duration::from_millis(total));
    }
}
// ANCHOR_END: breakfast
