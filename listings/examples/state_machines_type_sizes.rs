//! Asks the compiler how it lays out the async fn of `state_machines_other_threads.rs`.

use std::error::Error;
use std::process::Command;

const PROGRAM: &str = "listings/examples/state_machines_other_threads.rs";

/// The lines about the future, from everything that the compiler prints.
fn layout(flags: &[&str]) -> Result<String, Box<dyn Error>> {
    let binary = std::env::temp_dir().join(format!("brew-{}", std::process::id()));
    let output = Command::new("rustc")
        // For a look at a nightly flag: never for a build that somebody uses.
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition", "2024", "-Z", "print-type-sizes"])
        .args(flags)
        .arg("-o")
        .arg(&binary)
        .arg(PROGRAM)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    std::fs::remove_file(binary)?;
    let text = String::from_utf8(output.stdout)?;
    let (_, future) = text
        .split_once("print-type-size type: `{async fn body of brew()}`")
        .ok_or("the compiler says nothing of the future")?;
    let (future, _) = future
        .split_once("type-size type: `")
        .unwrap_or((future, ""));
    let lines = future
        .lines()
        .map(|line| line.trim_start_matches("print-type-size "));
    let lines: Vec<&str> = lines.filter(|line| *line != "print-").collect();
    Ok(format!("{{async fn body of brew()}}{}", lines.join("\n")))
}

fn main() -> Result<(), Box<dyn Error>> {
    let debug = layout(&[])?;
    println!("{debug}");
    assert_eq!(debug, layout(&["-C", "opt-level=3"])?);
    Ok(())
}
