//! Every program of every locale through skeptic, at edition 2024.

/// Skeptic's entry points with a compiler that knows the edition.
mod edition {
    use std::any::Any;
    use std::panic;
    use std::sync::Once;
    use std::thread;
    use std::time::Duration;

    static COMPILER: Once = Once::new();

    fn use_compiler() {
        COMPILER.call_once(|| {
            // SAFETY: the standard library guards its own reads of the
            // environment, and nothing else in this process reads it: the
            // tests only start other processes.
            unsafe { std::env::set_var("RUSTC", env!("CARGO_BIN_EXE_rustc-2024")) };
        });
    }

    /// Linux refuses to run a file that any process has open for writing. Skeptic copies a program
    /// into its cache while another test starts a process, which for a moment, until its `exec`,
    /// holds that file open too; so a program that could not be started is started again.
    pub fn run_test(root: &str, out: &str, target: &str, text: &str) {
        use_compiler();
        for patience in (0..100).rev() {
            let run = || skeptic::rt::run_test(root, out, target, text);
            match panic::catch_unwind(run) {
                Err(failure) if patience > 0 && is_busy(&*failure) => {
                    thread::sleep(Duration::from_millis(20));
                }
                Err(failure) => panic::resume_unwind(failure),
                Ok(()) => return,
            }
        }
    }

    fn is_busy(failure: &(dyn Any + Send)) -> bool {
        let busy = std::io::Error::from_raw_os_error(ETXTBSY).to_string();
        let text = failure.downcast_ref::<String>();
        text.is_some_and(|text| text.starts_with("Could not run") && text.contains(&busy))
    }

    /// “Text file busy”, on Linux.
    const ETXTBSY: i32 = 26;

    pub fn compile_test(root: &str, out: &str, target: &str, text: &str) {
        use_compiler();
        skeptic::rt::compile_test(root, out, target, text);
    }
}

include!(concat!(env!("OUT_DIR"), "/skeptic-tests.rs"));

fn compiles(program: &str) -> bool {
    std::panic::catch_unwind(|| {
        edition::compile_test(
            env!("CARGO_MANIFEST_DIR"),
            env!("OUT_DIR"),
            env!("TARGET"),
            program,
        );
    })
    .is_ok()
}

/// `if let … && …` is an error before edition 2024.
#[test]
fn probe_a_program_of_2024_compiles() {
    assert!(compiles(
        "fn main() { if let Some(n) = Some(1) && n > 0 { println!(\"{n}\"); } }"
    ));
}

/// `gen` is a keyword since edition 2024.
#[test]
fn probe_a_program_of_2021_does_not_compile() {
    assert!(!compiles(
        "fn main() { let gen = 1; println!(\"{}\", gen); }"
    ));
}

/// A program that fails must fail its test.
#[test]
fn probe_a_panic_is_a_failure() {
    let run = std::panic::catch_unwind(|| {
        edition::run_test(
            env!("CARGO_MANIFEST_DIR"),
            env!("OUT_DIR"),
            env!("TARGET"),
            "fn main() { panic!(\"on purpose\"); }",
        );
    });
    assert!(run.is_err());
}
