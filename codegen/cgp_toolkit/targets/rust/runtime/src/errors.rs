//! What can go wrong: one type for each direction, and one for versions.
//!
//! Every error names the rule that was broken, the place, and a way out. None repeats a value of
//! the message, but for the family of a foreign version: it is safe to log them and to send their
//! text to a peer.

use std::error::Error;
use std::fmt;

use crate::faults::Fault;

/// What was read is not a message of this protocol, or, from a strict check, one that no author
/// may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    fault: &'static Fault,
    pointer: String,
    detail: String,
    id: Option<String>,
}

impl DecodeError {
    pub(crate) fn new(fault: &'static Fault, pointer: String, detail: String) -> Self {
        Self {
            fault,
            pointer,
            detail,
            id: None,
        }
    }

    pub(crate) fn echoing(mut self, id: Option<String>) -> Self {
        self.id = id;
        self
    }

    /// The rule that was broken, with the error code of an answer and the way out.
    pub fn fault(&self) -> &'static Fault {
        self.fault
    }

    /// The id of the rule that was broken.
    pub fn rule(&self) -> &'static str {
        self.fault.rule
    }

    /// The JSON pointer (RFC 6901) of the value, or of the member that is missing; empty for the
    /// whole message.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// One sentence about what was expected.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The error code with which a receiver answers.
    pub fn code(&self) -> &'static str {
        self.fault.code
    }

    /// The correlation id that an answer has to echo, if the message has one that can be read.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_error(f, self.fault, &self.pointer, &self.detail)
    }
}

impl Error for DecodeError {}

/// A value that cannot be written; nothing was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    fault: &'static Fault,
    pointer: String,
    detail: String,
}

impl EncodeError {
    pub(crate) fn new(fault: &'static Fault, pointer: String, detail: String) -> Self {
        Self {
            fault,
            pointer,
            detail,
        }
    }

    /// The rule that would be broken, with the way out.
    pub fn fault(&self) -> &'static Fault {
        self.fault
    }

    /// The id of the rule that would be broken.
    pub fn rule(&self) -> &'static str {
        self.fault.rule
    }

    /// The JSON pointer (RFC 6901) of the value.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// One sentence about what was expected.
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_error(f, self.fault, &self.pointer, &self.detail)
    }
}

impl Error for EncodeError {}

fn write_error(
    f: &mut fmt::Formatter<'_>,
    fault: &Fault,
    pointer: &str,
    detail: &str,
) -> fmt::Result {
    f.write_str(fault.rule)?;
    if !pointer.is_empty() {
        write!(f, " at {pointer}")?;
    }
    write!(f, ": {detail}")
}
