//! Every program of every locale through skeptic, at edition 2024.

/// Skeptic's entry points with a compiler that knows the edition.
mod edition {
    use std::sync::Once;

    static COMPILER: Once = Once::new();

    fn use_compiler() {
        COMPILER.call_once(|| {
            // SAFETY: the standard library guards its own reads of the
            // environment, and nothing else in this process reads it: the
            // tests only start other processes.
            unsafe { std::env::set_var("RUSTC", env!("CARGO_BIN_EXE_rustc-2024")) };
        });
    }

    pub fn run_test(root: &str, out: &str, target: &str, text: &str) {
        use_compiler();
        skeptic::rt::run_test(root, out, target, text);
    }

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
