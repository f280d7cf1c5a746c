//! Reads three pages and sends the checksum of each; the future carries all three to the end.

/// Where the pages come from, and where their checksums go to.
pub trait Link {
    fn read(&self, page: &mut [u8]) -> impl Future<Output = ()>;
    fn send(&self, checksum: u32) -> impl Future<Output = ()>;
}

/// Gives the sum of the three checksums.
pub async fn relay<L: Link>(link: &L) -> u32 {
    let mut head = [0; 1024];
    link.read(&mut head).await;
    let head_sum = checksum(&head);
    link.send(head_sum).await;

    let mut body = [0; 2048];
    link.read(&mut body).await;
    let body_sum = checksum(&body);
    link.send(body_sum).await;

    let mut tail = [0; 512];
    link.read(&mut tail).await;
    let tail_sum = checksum(&tail);
    link.send(tail_sum).await;

    head_sum + body_sum + tail_sum
}

fn checksum(page: &[u8]) -> u32 {
    page.iter().map(|&byte| u32::from(byte)).sum()
}
