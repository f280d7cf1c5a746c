//! Save every name, one after the other, and count the saves that worked.

pub async fn save_all<S, F>(names: &[&'static str], save: S) -> usize
where
    S: Fn(&'static str) -> F,
    F: Future<Output = bool>,
{
    let saves: Vec<_> = names.iter().map(|name| save(name)).collect();
    saves.len()
}
