//! Copies pages: three fetches at a time, one store at a time. A store makes the fetches wait.

use std::sync::Arc;

use futures::stream::{self, StreamExt};

pub trait Site: Send + Sync + 'static {
    /// Gets one page.
    fn fetch(&self, number: u32) -> impl Future<Output = String> + Send;

    /// Writes one page to the disk.
    fn store(&self, page: String) -> impl Future<Output = ()> + Send;
}

pub async fn mirror<S: Site>(site: Arc<S>, numbers: Vec<u32>) {
    let fetch = |number| {
        let site = site.clone();
        async move { site.fetch(number).await }
    };
    let mut pages = stream::iter(numbers).map(fetch).buffer_unordered(3);
    while let Some(page) = pages.next().await {
        site.store(page).await;
    }
}
