//! The press makes five books out of one set of sources.
//!
//! One way: sources → [`overlay`] → mdBook's includes → [`elements`] →
//! page or test. The gates in [`check`] look at the same stages.

pub mod book;
pub mod check;
pub mod elements;
pub mod facts;
pub mod fault;
pub mod highlight;
pub mod html;
pub mod listing;
pub mod locale;
pub mod log;
pub mod markdown;
pub mod overlay;
pub mod preprocess;
pub mod project;
pub mod sections;
#[cfg(feature = "site")]
pub mod serve;
pub mod site;
pub mod theme;
