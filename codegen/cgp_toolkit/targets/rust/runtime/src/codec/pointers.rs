//! JSON pointers (RFC 6901) that are safe to print.

use std::fmt::Write;

// Names of members that the model does not list come from the peer: they may be long and hold
// anything.
const LONGEST: usize = 64;

/// A pointer on the way down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place(String);

impl Place {
    /// Goes to an item; gives what [`Place::leave_to`] needs to come back.
    pub(crate) fn enter_item(&mut self, index: usize) -> usize {
        let length = self.0.len();
        // Writing to a text never fails.
        let _ = write!(self.0, "/{index}");
        length
    }

    /// Goes to a member, likewise.
    pub(crate) fn enter(&mut self, name: &str) -> usize {
        let length = self.0.len();
        push_step(&mut self.0, name);
        length
    }

    /// Comes back.
    pub(crate) fn leave_to(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// The pointer of the place.
    pub(crate) fn pointer(&self) -> String {
        self.0.clone()
    }

    /// The pointer of a member of the place.
    pub(crate) fn pointer_to(&self, name: &str) -> String {
        let mut pointer = self.0.clone();
        push_step(&mut pointer, name);
        pointer
    }
}

/// Adds one step with its slash.
///
/// `~` and `/` are escaped as the RFC says. Of a longer name only the start is shown, and
/// characters that no terminal should get are written as escapes; no name of a member that the
/// model lists is changed by either.
fn push_step(pointer: &mut String, name: &str) {
    pointer.push('/');
    let cut = name.char_indices().nth(LONGEST).map(|(index, _)| index);
    let shown = name[..cut.unwrap_or(name.len())].chars();
    for character in shown.chain(cut.map(|_| '…')) {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ if is_printable(character) => pointer.push(character),
            _ => push_escape(pointer, character),
        }
    }
}

/// Whether a character leaves a mark or is the plain space.
fn is_printable(character: char) -> bool {
    // The standard library tells only by the way it escapes; a letter goes first, because at the
    // start of a text it escapes what would combine with a quote.
    let text: String = ['a', character].iter().collect();
    matches!(character, '"' | '\'' | '\\') || text.escape_debug().count() == 2
}

fn push_escape(pointer: &mut String, character: char) {
    let number = u32::from(character);
    // Writing to a text never fails.
    let _ = match character {
        '\n' => pointer.write_str("\\n"),
        '\r' => pointer.write_str("\\r"),
        '\t' => pointer.write_str("\\t"),
        _ if number < 0x100 => write!(pointer, "\\x{number:02x}"),
        _ if number < 0x1_0000 => write!(pointer, "\\u{number:04x}"),
        _ => write!(pointer, "\\U{number:08x}"),
    };
}
