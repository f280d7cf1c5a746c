//! Each save is awaited before the next one is begun.

pub async fn save_all<S, F>(names: &[&'static str], save: S) -> usize
where
    S: Fn(&'static str) -> F,
    F: Future<Output = bool>,
{
    let mut worked = 0;
    for name in names {
        if save(name).await {
            worked += 1;
        }
    }
    worked
}
