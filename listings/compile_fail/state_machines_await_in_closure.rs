//! An `.await` in a closure that stands inside an async fn.

async fn price(cups: u32) -> u32 {
    3 * cups
}

async fn bill(orders: &[u32]) -> u32 {
    orders.iter().map(|cups| price(*cups).await).sum()
}

fn main() {
    let _future = bill(&[1, 2]);
}
