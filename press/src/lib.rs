//! The press makes five books out of one set of sources.
//!
//! One way: sources → [`overlay`] → mdBook's includes → [`elements`] →
//! page or test. The gates in [`check`] look at the same stages.

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
pub mod footer;
pub mod highlight;
pub mod history;
pub mod html;
pub mod listing;
pub mod locale;
pub mod log;
pub mod markdown;
pub mod nested_cargo;
pub mod offline;
pub mod overlay;
pub mod preprocess;
pub mod project;
pub mod publish;
pub mod record;
pub mod recorded;
pub mod scratch;
pub mod search;
pub mod sections;
pub mod serve;
pub mod site;
pub mod status;
pub mod theme;
pub mod verdict_words;
pub mod workers;
