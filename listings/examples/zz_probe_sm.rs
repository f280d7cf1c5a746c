use std::alloc::{GlobalAlloc, Layout, System}; use std::cell::Cell;
thread_local!{ static N: Cell<u32> = const { Cell::new(0) } }
struct C; unsafe impl GlobalAlloc for C { unsafe fn alloc(&self,l:Layout)->*mut u8 { N.set(N.get()+1); unsafe{System.alloc(l)} } unsafe fn dealloc(&self,p:*mut u8,l:Layout){ unsafe{System.dealloc(p,l)} } }
#[global_allocator] static G: C = C;
fn count<T>(f: impl FnOnce()->T)->(u32,T){ let b=N.get(); let v=f(); (N.get()-b, v) }
async fn leaf(n:u32)->u32 { tokio::task::yield_now().await; n }
async fn mid(n:u32)->u32 { leaf(n).await + leaf(n).await }
async fn outer(n:u32)->u32 { mid(n).await + mid(n).await }
fn main(){
 let rt = tokio::runtime::Builder::new_current_thread().build().unwrap();
 rt.block_on(async {
  for i in 0..5 {
   let (n,h)=count(|| tokio::spawn(outer(3)));
   let b=N.get();
   let v = h.await.unwrap();
   println!("{i} spawn {n} await {} {v}", N.get()-b);
  }
 });
 let (n,mut f)=count(|| Box::pin(outer(3))); println!("box {n}");
 let mut cx=std::task::Context::from_waker(std::task::Waker::noop());
 let (n,p)=count(|| { let mut k=0; while f.as_mut().poll(&mut cx).is_pending(){k+=1} k}); println!("poll {n} {p}");
 let mut pool = futures::executor::LocalPool::new(); use futures::task::LocalSpawnExt;
 for _ in 0..3 { let (n,_)=count(|| pool.spawner().spawn_local(async {}).unwrap()); println!("localpool spawn {n}"); let (n,_)=count(|| pool.run()); println!("run {n}"); }
}
