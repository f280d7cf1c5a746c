//! The command line of the press. Errors are printed here and nowhere else.

use std::io::{stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use press::site::Site;
use press::{check, preprocess, serve};

/// Builds, checks, tests and serves the books.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Build the site and serve it on 127.0.0.1 with live reload (the default)
    Serve {
        /// The port to listen on
        #[arg(long, default_value_t = 3000)]
        port: u16,
        /// Open a browser
        #[arg(long)]
        open: bool,
    },
    /// Build the static site
    Build {
        /// The folder to write
        #[arg(long, default_value = "book")]
        out: PathBuf,
    },
    /// Run every gate and print all faults
    Check,
    /// Serve as a preprocessor of the stock mdbook
    #[command(hide = true)]
    Preprocess {
        /// `overlay` or `elements`
        name: String,
        #[command(subcommand)]
        question: Option<Question>,
    },
}

/// What mdbook asks before it sends a book.
#[derive(Subcommand)]
enum Question {
    /// Whether the preprocessor works for a renderer: it does for all
    Supports {
        /// `html`, `test` or another
        renderer: String,
    },
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    let root = root()?;
    match cli.command.unwrap_or(Command::Serve {
        port: 3000,
        open: false,
    }) {
        Command::Serve { port, open } => serve::serve(&root, port, open),
        Command::Build { out } => {
            let pages = Site::default().build(&root, &out)?;
            println!("built {pages} pages in {}", out.display());
            Ok(())
        }
        Command::Check => check(&root),
        Command::Preprocess { name, question } => match question {
            Some(Question::Supports { .. }) => Ok(()),
            None => preprocess::run(&name, stdin().lock(), stdout().lock()),
        },
    }
}

fn check(root: &Path) -> Result<()> {
    let (_, faults) = check::load_and_check(root);
    let text = faults.render(root);
    if faults.errors() > 0 {
        bail!("{}", text.trim_end());
    }
    print!("{text}");
    Ok(())
}

/// The project's folder: the nearest one above with a `book.toml`.
fn root() -> Result<PathBuf> {
    let here = std::env::current_dir()?;
    here.ancestors()
        .find(|folder| folder.join("book.toml").is_file())
        .map(Path::to_owned)
        .context("there is no book.toml here or above: run this in the project's folder")
}
