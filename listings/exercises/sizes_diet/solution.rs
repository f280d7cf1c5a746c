//! A page lives in a function of its own and is gone before its checksum is sent, so it lives across
//! one await, and the three of them share their bytes.

/// Where the pages come from, and where their checksums go to.
pub trait Link {
    fn read(&self, page: &mut [u8]) -> impl Future<Output = ()>;
    fn send(&self, checksum: u32) -> impl Future<Output = ()>;
}

/// Gives the sum of the three checksums.
pub async fn relay<L: Link>(link: &L) -> u32 {
    let head_sum = read_page::<L, 1024>(link).await;
    link.send(head_sum).await;

    let body_sum = read_page::<L, 2048>(link).await;
    link.send(body_sum).await;

    let tail_sum = read_page::<L, 512>(link).await;
    link.send(tail_sum).await;

    head_sum + body_sum + tail_sum
}

async fn read_page<L: Link, const BYTES: usize>(link: &L) -> u32 {
    let mut page = [0; BYTES];
    link.read(&mut page).await;
    checksum(&page)
}

fn checksum(page: &[u8]) -> u32 {
    page.iter().map(|&byte| u32::from(byte)).sum()
}
