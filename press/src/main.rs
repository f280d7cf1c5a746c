//! The command line of the press. Errors are printed here and nowhere else.

use std::io::{stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Parser, Subcommand};
use press::address::BaseUrl;
use press::book_test::{self, Reuse};
use press::exercise::Verdict;
use press::project::Project;
use press::record::Recording;
use press::site::Site;
use press::{check, exercise, preprocess, record, serve, status};

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
        /// Where it will stand, for canonical links and the sitemap:
        /// `https://example.org/book/`
        #[arg(long, value_name = "URL")]
        base_url: Option<BaseUrl>,
    },
    /// Run every gate and print all faults
    Check {
        /// `json` for tools
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Run mdBook's own test over the expanded books
    Test {
        /// Only this locale
        #[arg(long)]
        locale: Option<String>,
        /// Only this chapter
        chapter: Option<String>,
        /// Run also what has passed with the same compiler and crates
        #[arg(long)]
        fresh: bool,
    },
    /// Record outputs, compile errors and traces anew from real runs
    Record {
        /// Only show what would change
        #[arg(long)]
        diff: bool,
    },
    /// Get an exercise to edit, or have it checked
    #[command(subcommand)]
    Exercise(ExerciseCommand),
    /// Say what is translated, stale or missing
    Status {
        /// Only this locale
        locale: Option<String>,
        /// Only this chapter
        chapter: Option<String>,
        /// `json` for tools
        #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "diff")]
        format: Format,
        /// Show how the English text of stale sections has changed
        #[arg(long)]
        diff: bool,
    },
    /// Start or list locales
    #[command(subcommand)]
    Locale(LocaleCommand),
    /// Start a chapter's translation
    Translate {
        /// The locale: `fr`
        tag: String,
        /// The chapter: `poll`
        slug: String,
    },
    /// Record that a translation matches the English text as it is now
    Reviewed {
        /// The locale: `fr`
        tag: String,
        /// The chapter: `poll`
        slug: String,
        /// Only these sections, by id
        sections: Vec<String>,
    },
    /// Serve as a preprocessor of the stock mdbook
    #[command(hide = true)]
    Preprocess {
        /// `overlay` or `elements`
        name: String,
        #[command(subcommand)]
        question: Option<Question>,
    },
}

#[derive(Subcommand)]
enum LocaleCommand {
    /// Start a locale: `locale add fr "Français"`
    Add {
        /// The language tag: `fr`
        tag: String,
        /// The language's own name
        name: String,
    },
}

#[derive(Subcommand)]
enum ExerciseCommand {
    /// Copy an exercise to `my/`
    Start(Exercise),
    /// Say whether it passes, or what is wrong
    Check(Exercise),
}

#[derive(clap::Args)]
struct Exercise {
    /// The exercise: `poll_both`
    name: String,
    /// The language of the answer
    #[arg(long, default_value = press::locale::SOURCE)]
    locale: String,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
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
        Command::Build { out, base_url } => {
            let pages = Site::at(base_url).build(&root, &out)?;
            println!("built {pages} pages in {}", out.display());
            Ok(())
        }
        Command::Check { format } => check(&root, format),
        Command::Test {
            locale,
            chapter,
            fresh,
        } => {
            let reuse = if fresh { Reuse::Nothing } else { Reuse::Passed };
            test(&root, locale.as_deref(), chapter.as_deref(), reuse)
        }
        Command::Record { diff } => {
            let Recording { report, failed } = record::record(&root, diff)?;
            println!("{}", report.trim_end());
            failed.map_or(Ok(()), |text| bail!("not all could be recorded:\n{text}"))
        }
        Command::Exercise(command) => exercise(&root, command),
        Command::Status {
            locale,
            chapter,
            format,
            diff,
        } => {
            let project = project(&root)?;
            let (tag, slug) = (locale.as_deref(), chapter.as_deref());
            let text = match format {
                _ if diff => status::diff(&project, tag, slug)?,
                Format::Text => status::report(&project, tag, slug)?,
                Format::Json => format!("{:#}\n", status::to_json(&project, tag, slug)?),
            };
            print!("{text}");
            Ok(())
        }
        Command::Locale(LocaleCommand::Add { tag, name }) => {
            println!("{}", status::add_locale(&root, &tag, &name)?);
            Ok(())
        }
        Command::Translate { tag, slug } => {
            println!("{}", status::translate(&project(&root)?, &tag, &slug)?);
            Ok(())
        }
        Command::Reviewed {
            tag,
            slug,
            sections,
        } => status::reviewed(&project(&root)?, &tag, &slug, &sections),
        Command::Preprocess { name, question } => match question {
            Some(Question::Supports { .. }) => Ok(()),
            None => preprocess::run(&name, stdin().lock(), stdout().lock()),
        },
    }
}

fn check(root: &Path, format: Format) -> Result<()> {
    let (_, faults) = check::load_and_check(root);
    let text = match format {
        Format::Text => faults.render(root),
        Format::Json => format!("{:#}", faults.to_json()),
    };
    match (format, faults.errors()) {
        (_, 0) => println!("{}", text.trim_end()),
        (Format::Text, _) => bail!("{}", text.trim_end()),
        (Format::Json, errors) => {
            println!("{}", text.trim_end());
            bail!("{errors} errors");
        }
    }
    Ok(())
}

fn test(root: &Path, locale: Option<&str>, chapter: Option<&str>, reuse: Reuse) -> Result<()> {
    let project = project(root)?;
    let say = &mut |line: &str| println!("{line}");
    let failures = book_test::test(&project, locale, chapter, reuse, say)?;
    for failure in &failures {
        eprintln!("{}/{}:\n{}", failure.locale, failure.slug, failure.text);
    }
    match failures.len() {
        0 => Ok(()),
        n => bail!("{n} chapters failed"),
    }
}

fn exercise(root: &Path, command: ExerciseCommand) -> Result<()> {
    match command {
        ExerciseCommand::Start(Exercise { name, locale }) => {
            println!("{}", exercise::start(root, &name, &locale)?);
            Ok(())
        }
        ExerciseCommand::Check(Exercise { name, locale }) => {
            let outcome = exercise::check(root, &name, &locale)?;
            match outcome.verdict {
                Verdict::Pass => {
                    println!("{}", outcome.text);
                    Ok(())
                }
                _ => bail!("{}", outcome.text),
            }
        }
    }
}

fn project(root: &Path) -> Result<Project> {
    Project::load(root).map_err(|faults| anyhow!("{}", faults.render(root).trim_end()))
}

/// The project's folder: the nearest one above with a `book.toml`.
fn root() -> Result<PathBuf> {
    let here = std::env::current_dir()?;
    here.ancestors()
        .find(|folder| folder.join("book.toml").is_file())
        .map(Path::to_owned)
        .context("there is no book.toml here or above: run this in the project's folder")
}
