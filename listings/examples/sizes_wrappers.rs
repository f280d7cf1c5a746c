//! A future that is handed on as an argument is kept twice by each function that awaits it.

use std::future::ready;

async fn child() {
    let page = [1_u8; 1024];
    println!("{}", page.len());
    ready(()).await;
}

// ANCHOR: logged
async fn logged<F: Future>(work: F) -> F::Output {
    println!("begin");
    work.await // ①
}

fn main() {
    println!("child:     {:4}", size_of_val(&child()));
    println!("1 wrapper: {:4}", size_of_val(&logged(child())));
    let two = logged(logged(child()));
    println!("2 wrappers: {}", size_of_val(&two));
    let three = logged(logged(logged(child())));
    println!("3 wrappers: {}", size_of_val(&three));
    let boxed = logged(logged(logged(Box::pin(child())))); // ②
    println!("3 wrappers of a box: {}", size_of_val(&boxed));
}
// ANCHOR_END: logged
