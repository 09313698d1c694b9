//! What checks are made of: the forms of texts, and the few functions that rules call.

use regex::Regex;

/// A pattern of the model, to be matched whole.
pub(crate) fn whole(pattern: &str) -> Regex {
    Regex::new(&format!("^(?:{pattern})$")).expect("the model's patterns are regular expressions")
}
