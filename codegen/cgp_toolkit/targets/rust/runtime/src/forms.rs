//! What checks are made of: the forms of texts, and the few functions that rules call.
#![allow(dead_code)] // Each protocol calls some of them.

use regex::Regex;
use sha2::{Digest, Sha256};

/// A pattern of the model, to be matched whole.
pub(crate) fn whole(pattern: &str) -> Regex {
    Regex::new(&format!("^(?:{pattern})$")).expect("the model's patterns are regular expressions")
}

/// The indices of the items that are not `right`.
pub(crate) fn wrong<T>(items: &[T], right: impl Fn(&T) -> bool) -> Vec<usize> {
    let wrong = items.iter().enumerate().filter(|(_, item)| !right(item));
    wrong.map(|(index, _)| index).collect()
}

/// The UTF-8 bytes of `text` divided by `divisor`, rounded up.
pub(crate) fn measure(text: &str, divisor: usize) -> i128 {
    text.len().div_ceil(divisor) as i128
}

/// The text before the first `until`, all of it if there is none.
pub(crate) fn family<'t>(text: &'t str, until: &str) -> &'t str {
    text.split_once(until).map_or(text, |(family, _)| family)
}

/// The SHA-256 of the UTF-8 bytes of `text`, as 64 lowercase hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The part at `index` of `text` split at `separator`, as an integer; -1 if it is not 1 to 18 ASCII
/// digits.
pub(crate) fn part_number(text: &str, separator: &str, index: i128) -> i128 {
    let part = usize::try_from(index)
        .ok()
        .and_then(|index| text.split(separator).nth(index));
    match part {
        Some(part) if part.len() <= 18 && part.bytes().all(|byte| byte.is_ascii_digit()) => {
            part.parse().unwrap_or(-1)
        }
        _ => -1,
    }
}
