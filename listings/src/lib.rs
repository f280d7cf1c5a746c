//! What the programs of the book share with the tests: the recorder of their traces and the
//! verdicts of the exercises. A program that the reader sees uses none of it.

pub mod trace;
pub mod verdict;
