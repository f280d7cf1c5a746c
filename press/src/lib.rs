//! The press makes five books out of one set of sources.
//!
//! One way: sources → [`overlay`] → mdBook's includes → [`elements`] →
//! page or test. The gates in [`check`] look at the same stages.

#[cfg(feature = "site")]
pub mod address;
pub mod book;
pub mod book_test;
pub mod bounded;
pub mod check;
pub mod compile_fail;
pub mod dependencies;
pub mod diagnostic;
pub mod elements;
pub mod exercise;
pub mod facts;
pub mod fault;
pub mod files;
#[cfg(feature = "site")]
pub mod footer;
pub mod highlight;
pub mod history;
pub mod html;
pub mod listing;
pub mod locale;
pub mod log;
pub mod markdown;
pub mod nested_cargo;
#[cfg(feature = "site")]
pub mod offline;
pub mod overlay;
pub mod preprocess;
pub mod project;
#[cfg(feature = "site")]
pub mod publish;
pub mod record;
pub mod recorded;
pub mod scratch;
#[cfg(feature = "site")]
pub mod search;
pub mod sections;
#[cfg(feature = "site")]
pub mod serve;
#[cfg(feature = "site")]
pub mod site;
pub mod status;
pub mod theme;
pub mod verdict_words;
