//! Our preprocessors as commands, for the stock `mdbook`.

use std::io::{Read, Write};

use anyhow::{Context, Result, anyhow, bail};
use mdbook_preprocessor::{Preprocessor, parse_input};

use crate::elements::{self, Elements};
use crate::locale::{Locale, SOURCE};
use crate::overlay::{self, Overlay};
use crate::theme;

/// Reads a book, runs the named preprocessor, writes the book.
///
/// For pages the overlay also makes the theme, which mdBook reads after it.
pub fn run(name: &str, input: impl Read, mut output: impl Write) -> Result<()> {
    let overlay = Overlay::default();
    let preprocessor: &dyn Preprocessor = match name {
        overlay::NAME => &overlay,
        elements::NAME => &Elements,
        other => bail!("there is no preprocessor `{other}`"),
    };
    let (ctx, book) = parse_input(input)?;
    if name == overlay::NAME && ctx.renderer == "html" {
        let tag = ctx.config.book.language.as_deref().unwrap_or(SOURCE);
        let locale = Locale::load(&ctx.root, tag).map_err(|fault| anyhow!("{fault}"))?;
        theme::stage(&ctx.root, &locale, theme::STOCK.as_ref())?;
    }
    let book = preprocessor.run(&ctx, book)?;
    serde_json::to_writer(&mut output, &book).context("cannot write the book")?;
    Ok(())
}
