//! Objects as the texts of their members, so that what is carried over stays as it was spelt.

use crate::codec::scan;

/// A member of an object: its name, and its value as it is spelt.
pub(crate) struct Piece<'t> {
    pub(crate) name: String,
    pub(crate) value: &'t str,
}

/// The members of the object that `text`, which is JSON, spells; none if it is no object.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let members = scan::members(text);
    let named = members.into_iter().map(|(name, value)| Piece {
        name: serde_json::from_str(name).unwrap_or_default(),
        value,
    });
    named.collect()
}

/// The first name that stands twice among `pieces`.
pub(crate) fn doubled<'p>(pieces: &'p [Piece<'_>]) -> Option<&'p str> {
    let mut counts = std::collections::HashMap::new();
    for piece in pieces {
        *counts.entry(piece.name.as_str()).or_insert(0) += 1;
    }
    let mut names = pieces.iter().map(|piece| piece.name.as_str());
    names.find(|name| counts[name] > 1)
}

/// The text of the last member with a name.
pub(crate) fn last<'t>(pieces: &[Piece<'t>], name: &str) -> Option<&'t str> {
    let mut named = pieces.iter().rev();
    named
        .find(|piece| piece.name == name)
        .map(|piece| piece.value)
}

/// An object of members, given by name and text.
pub(crate) fn joined<'p>(members: impl IntoIterator<Item = (&'p str, &'p str)>) -> String {
    let mut text = String::from("{");
    for (name, value) in members {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&quoted(name));
        text.push(':');
        text.push_str(value);
    }
    text.push('}');
    text
}

/// A text as JSON has it.
pub(crate) fn quoted(text: &str) -> String {
    // A text can always be written.
    serde_json::to_string(text).unwrap_or_default()
}
