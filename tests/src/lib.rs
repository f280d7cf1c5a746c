//! Tests over the whole book.
