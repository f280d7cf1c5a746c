//! Running Cargo from a program that Cargo runs.

use std::path::Path;
use std::process::Command;

/// A Cargo that starts afresh in `dir`: nothing that an outer Cargo or rustc
/// wrapper set for its own children reaches it.
pub fn cargo(dir: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(dir)
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TERM_PROGRESS_WHEN", "never");
    forget_outer_cargo(&mut command);
    command
}

/// Removes from `command` what Cargo sets for build scripts, tests and
/// compilers.
pub fn forget_outer_cargo(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_of_outer_cargo) {
            command.env_remove(name);
        }
    }
}

fn is_of_outer_cargo(name: &str) -> bool {
    const KEPT: [&str; 6] = [
        "HOME",
        "NET_",
        "HTTP_",
        "REGISTRY",
        "REGISTRIES_",
        "SOURCE_",
    ];
    const OTHERS: [&str; 8] = [
        "OUT_DIR",
        "TARGET",
        "HOST",
        "NUM_JOBS",
        "OPT_LEVEL",
        "PROFILE",
        "DEBUG",
        "MAKEFLAGS",
    ];
    match name.strip_prefix("CARGO_") {
        Some(rest) => !KEPT.iter().any(|kept| rest.starts_with(kept)),
        None => {
            ["RUSTC", "RUSTDOC", "RUSTFLAGS", "DEP_"]
                .iter()
                .any(|prefix| name.starts_with(prefix))
                || name == "RUST_BACKTRACE"
                || OTHERS.contains(&name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outer_settings_are_forgotten_and_the_network_kept() {
        for gone in [
            "RUSTC",
            "RUSTC_WRAPPER",
            "CARGO_MANIFEST_DIR",
            "CARGO_TARGET_DIR",
            "OUT_DIR",
            "RUSTFLAGS",
        ] {
            assert!(is_of_outer_cargo(gone), "{gone}");
        }
        for kept in [
            "CARGO_HOME",
            "CARGO_NET_OFFLINE",
            "CARGO_HTTP_CAINFO",
            "RUSTUP_TOOLCHAIN",
            "PATH",
            "CARGO",
        ] {
            assert!(!is_of_outer_cargo(kept), "{kept}");
        }
    }
}
