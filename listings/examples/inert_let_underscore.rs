//! `let _` drops a future on the spot; its body never runs.

use futures::executor::block_on;

struct Report(&'static str);

impl Drop for Report {
    fn drop(&mut self) {
        println!("dropped {}", self.0);
    }
}

async fn save(report: Report) {
    println!("saving {}", report.0);
}

fn main() {
    #[expect(clippy::let_underscore_future, reason = "the mistake to show")]
    let _ = save(Report("first")); // ①
    println!("after `let _`");

    let kept = save(Report("second")); // ②
    println!("after `let kept`");
    drop(kept);

    block_on(save(Report("third"))); // ③
}
