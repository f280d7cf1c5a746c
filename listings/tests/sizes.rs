//! The claims of the chapter `sizes`: bytes of futures, with and without optimisation, what they take
//! of the stack and of the heap, and where Clippy's threshold lies. On a 64-bit target.

mod support {
    pub mod clippy;
    #[allow(dead_code, reason = "the other tests run programs")]
    pub mod run;
}

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::future::{Ready, ready};
use std::path::Path;
use std::pin::{Pin, pin};
use std::process::Command;
use std::task::{Context, Poll, Waker};

use support::clippy::clippy;
use support::run::{root, run, scratch};

/// Compiles a listing that needs no crate but std, and runs it.
fn stdout(name: &str, optimised: bool) -> String {
    compiled_stdout(
        name,
        if optimised {
            "-Copt-level=3"
        } else {
            "-Copt-level=0"
        },
    )
}

fn compiled_stdout(name: &str, option: &str) -> String {
    let program = scratch("sizes").join(format!("{name}{option}"));
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut rustc = Command::new(rustc);
    rustc.current_dir(root()).args(["--edition", "2024"]);
    rustc.arg(option);
    rustc.arg(format!("listings/examples/{name}.rs"));
    let output = rustc.arg("-o").arg(&program).output().expect("rustc runs");
    assert!(output.status.success(), "{name}: {output:?}");
    let ended = run(&program, None).expect("it ends");
    assert_eq!(ended.status, "", "{name}: {}", ended.stderr);
    ended.stdout
}

fn record(name: &str) -> String {
    let file = format!("listings/output/{name}.txt");
    fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The number at the end of each line, by what stands before the colon.
fn numbers(text: &str) -> BTreeMap<&str, usize> {
    let rows = text.lines().filter_map(|line| line.rsplit_once(':'));
    let rows = rows.filter_map(|(name, number)| {
        let number = number.trim().trim_end_matches(" KiB");
        Some((name, number.parse().ok()?))
    });
    rows.collect()
}

const OF_SIZES: [&str; 8] = [
    "sizes_explorer",
    "sizes_large_future",
    "sizes_printed",
    "sizes_rule",
    "sizes_same_work",
    "sizes_table",
    "sizes_two_awaits",
    "sizes_wrappers",
];

#[test]
fn sizes_are_the_recorded_ones_in_debug_and_release() {
    for name in OF_SIZES {
        for optimised in [false, true] {
            assert_eq!(stdout(name, optimised), record(name), "{name}, {optimised}");
        }
    }
}

/// One byte for the state and one for the awaited `ready(())`.
const REST: usize = 1 + size_of::<Ready<()>>();

fn assert_numbers(name: &str, expected: &[(&str, usize)]) {
    let text = record(name);
    let expected: BTreeMap<&str, usize> = expected.iter().copied().collect();
    assert_eq!(numbers(&text), expected, "{name}");
}

#[test]
fn a_variable_costs_its_bytes_if_lent_or_needed_while_in_scope() {
    assert_eq!(REST, 2);
    assert_numbers(
        "sizes_same_work",
        &[
            ("in_scope", 1024 + REST),
            // One more: whether there is something left to drop.
            ("dropped", 1024 + 1 + REST),
            ("first_byte", REST),
            ("block", REST),
        ],
    );
    assert_numbers(
        "sizes_rule",
        &[
            ("used later", 1024 + REST),
            ("given back at the end", 1024 + REST),
            ("copied into drop", 1024 + REST),
            ("moved out", REST),
            ("lent and moved out", 1024 + 1 + REST),
        ],
    );
    assert_numbers(
        "sizes_printed",
        &[("print", 1024 + REST), ("copy", 1 + REST)],
    );
}

/// The flag is for the clean-up of a panic, so a program that can't unwind has none.
#[test]
fn an_aborting_program_keeps_no_drop_flag() {
    let text = compiled_stdout("sizes_same_work", "-Cpanic=abort");
    let sizes = numbers(&text);
    assert_eq!(sizes["in_scope"], 1024 + REST);
    assert_eq!(sizes["dropped"], 1024 + REST);
}

#[test]
fn scopes_share_bytes_and_children_and_arguments_add_theirs() {
    assert_numbers(
        "sizes_table",
        &[
            ("one_scope", 1024 + 2048 + REST),
            ("closed_scopes", 2048 + REST),
            ("child", 1024 + REST),
            ("awaits_child", 1024 + REST + 1),
            ("awaits_boxed_child", 2 * size_of::<usize>()),
            ("by_value", 2 * 512 + REST),
            ("by_reference", 3 * size_of::<usize>()),
        ],
    );
}

#[test]
fn a_variable_that_lives_across_two_awaits_shares_with_nobody() {
    assert_numbers(
        "sizes_two_awaits",
        &[
            ("one await each", 2048 + REST),
            ("two awaits each", 1024 + 2048 + REST),
            ("two functions", 2048 + REST + 1),
        ],
    );
}

#[test]
fn each_wrapper_doubles() {
    let text = record("sizes_wrappers");
    let sizes = numbers(&text);
    let steps = ["child", "1 wrapper", "2 wrappers", "3 wrappers"].map(|name| sizes[name]);
    for step in steps.windows(2) {
        assert_eq!(step[1], 2 * step[0] + 2);
    }
    assert!(sizes["3 wrappers of a box"] < 128);
}

#[test]
fn a_wrapper_keeps_its_child_once_if_it_makes_it() {
    #[expect(clippy::manual_async_fn, reason = "this form doubles as well")]
    fn by_block<F: Future<Output = u8>>(work: F) -> impl Future<Output = u8> {
        async move {
            let sum = work.await;
            sum + 1
        }
    }
    async fn by_function(work: impl AsyncFnOnce() -> u8) -> u8 {
        work().await
    }
    let child = size_of_val(&lent_page());
    assert!(size_of_val(&by_block(lent_page())) > 2 * child);
    assert_eq!(size_of_val(&by_function(lent_page)), child + 1);
}

#[test]
fn one_explored_line_per_combination_and_the_rule_in_all() {
    let text = record("sizes_explorer");
    let mut lines = text.lines();
    for buffer in [256, 1024, 4096] {
        for scope in ["closed", "open"] {
            for borrowed in ["yes", "no"] {
                let choice = format!("scope={scope} buffer={buffer} borrowed={borrowed}");
                let held = (scope, borrowed) == ("open", "yes");
                let inline = if held { buffer + 3 } else { 3 };
                let expected = [("no", inline), ("yes", 16)];
                for (boxed, size) in expected {
                    let line = format!("{choice} boxed={boxed}: {size}");
                    assert_eq!(lines.next(), Some(line.as_str()));
                }
            }
        }
    }
    assert_eq!(lines.next(), None);
}

async fn lent_page() -> u8 {
    let page = [1_u8; 1024];
    let sum = page.iter().fold(0, |sum, byte| sum ^ byte);
    ready(()).await;
    sum
}

#[test]
fn joined_children_add_and_awaited_ones_share() {
    let text = record("sizes_joined");
    let sizes = numbers(&text);
    assert_eq!(sizes["one_by_one"], sizes["child"] + 1);
    assert!((1..64).contains(&(sizes["joined"] - 3 * sizes["child"])));
}

fn sum_of_ones() -> u8 {
    let page = [1_u8; 1024];
    page.iter().fold(0, |sum, byte| sum ^ byte)
}

#[test]
fn a_new_variable_of_the_same_name_frees_nothing_and_a_block_or_a_function_does() {
    let shadowed = async {
        let page = [1_u8; 1024];
        let page = page.iter().fold(0_u8, |sum, byte| sum ^ byte);
        ready(()).await;
        page
    };
    assert_eq!(size_of_val(&shadowed), 1024 + 1 + REST);
    let in_a_block = async {
        let sum = {
            let page = [1_u8; 1024];
            page.iter().fold(0_u8, |sum, byte| sum ^ byte)
        };
        ready(()).await;
        sum
    };
    assert_eq!(size_of_val(&in_a_block), 1 + REST);
    let called = async {
        let page = sum_of_ones();
        ready(()).await;
        page
    };
    assert_eq!(size_of_val(&called), 1 + REST);
}

/// A boxed value has something to drop, so it is kept to the end of its scope.
#[test]
fn a_box_in_the_variable_is_a_pointer_in_the_future() {
    let in_a_box = async {
        let page = Box::new([1_u8; 1024]);
        let first = page[0];
        ready(()).await;
        first
    };
    assert_eq!(size_of_val(&in_a_box), 2 * size_of::<usize>());
}

#[test]
fn a_plain_function_with_an_async_block_keeps_its_argument_once() {
    #[expect(clippy::manual_async_fn, reason = "it would keep the page twice")]
    fn by_block(page: [u8; 512]) -> impl Future<Output = u8> {
        async move {
            ready(()).await;
            page.iter().fold(0, |sum, byte| sum ^ byte)
        }
    }
    assert_eq!(size_of_val(&by_block([1; 512])), 512 + REST);
}

#[test]
fn a_polled_future_has_the_size_of_an_unpolled_one() {
    let mut future = pin!(lent_page());
    let before = size_of_val(&*future);
    assert!(poll(future.as_mut()).is_ready());
    assert_eq!(size_of_val(&*future), before);
}

fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: everything is handed on to `System`; the count is kept beside it and allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise is the one that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: `block` comes from `alloc` above, that is from `System`, with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_boxed_child_is_one_allocation_per_call_and_an_inline_one_is_none() {
    async fn inline() {
        for _ in 0..100 {
            lent_page().await;
        }
    }
    async fn boxed() {
        for _ in 0..100 {
            Box::pin(lent_page()).await;
        }
    }
    let mut both = (pin!(inline()), pin!(boxed()));
    let start = ALLOCATIONS.get();
    assert!(poll(both.0.as_mut()).is_ready());
    assert_eq!(ALLOCATIONS.get() - start, 0);
    assert!(poll(both.1.as_mut()).is_ready());
    assert_eq!(ALLOCATIONS.get() - start, 100);
}

#[test]
fn unoptimised_calls_stack_up_copies_and_optimised_ones_do_not() {
    let (debug, release) = (record("sizes_stack"), stdout("sizes_stack", true));
    assert!(debug.starts_with("two_calls on 256 KiB: fatal runtime error: stack overflow"));
    assert!(release.starts_with("two_calls on 256 KiB: it ends well"));
    let (debug, release) = (numbers(&debug), numbers(&release));
    let buffer = 64;
    assert_eq!(debug["one_call"] - debug["handle"], 2 * buffer);
    assert_eq!(debug["two_calls"] - debug["one_call"], 2 * buffer);
    assert!(debug["boxed_whole"] > debug["two_calls"] - 2 * buffer);
    assert_eq!(release["two_calls"], release["handle"]);
    assert!(debug["boxed_child"] > buffer, "on its way into the box");
    for needs in [&debug, &release] {
        assert_eq!(needs["vec_inside"], buffer, "the least that is tried");
    }
    assert_eq!(release["boxed_child"], buffer, "made in its box");
}

#[test]
fn the_lint_begins_at_16384_bytes() {
    let program = |buffer: usize| {
        format!(
            "async fn child() {{ let buffer = [0_u8; {buffer}]; let _ = buffer.len(); \
             std::future::ready(()).await }}\n\
             pub async fn parent() {{ child().await }}\n\
             fn main() {{ drop(parent()) }}\n"
        )
    };
    let file = scratch("sizes").join("threshold.rs");
    let said = |buffer| {
        fs::write(&file, program(buffer)).unwrap();
        clippy(Path::new(&file), "clippy::large_futures").unwrap()
    };
    assert_eq!(said(16_383 - REST), "");
    assert!(said(16_384 - REST).contains("large future with a size of 16384 bytes"));
}
