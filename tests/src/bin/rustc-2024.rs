//! The compiler for skeptic, which never passes more than edition 2021.
//!
//! Replaces the edition in the arguments and hands over to the real rustc,
//! without the debug information that makes up nine tenths of a small program:
//! skeptic keeps each in its cache, which is bounded.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1).map(|argument| {
        if argument.to_string_lossy().starts_with("--edition=") {
            "--edition=2024".into()
        } else {
            argument
        }
    });
    match Command::new(env!("REAL_RUSTC"))
        .args(arguments)
        .arg("-Cstrip=debuginfo")
        .status()
    {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{}: {error}", env!("REAL_RUSTC"));
            ExitCode::FAILURE
        }
    }
}
