//! What a session tells its user: events about what has come in, and errors that are named after
//! what went wrong.

use std::error::Error;
use std::fmt;
use std::time::Instant;

use super::conditions::Condition;
use super::lifecycle::Happening;
use super::{Role, State};
use crate::codec::Union;
use crate::errors::{DecodeError, EncodeError};
use crate::message::Message;
use crate::versions::VersionError;

/// A request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// The envelope that asks.
    pub envelope: Union,
    /// Its correlation id, if it has one.
    pub id: Option<String>,
    /// By when the reply has to be there, if ever.
    pub deadline: Option<Instant>,
}

/// What a session tells of what has come in, in the order in which it came.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant)] // Events are looked at and dropped one by one.
pub enum Event {
    /// The other party waits for a reply; it gets exactly one.
    Requested(Request),
    /// An envelope that no reply is due to.
    Notified(Union),
    /// A request has its reply, or the failure in its place.
    Replied {
        /// The request.
        request: Request,
        /// The reply.
        reply: Union,
    },
    /// A request will have no reply: the handshake failed, time ran out, or the session is over.
    Failed {
        /// The request.
        request: Request,
        /// Why.
        error: SessionError,
    },
    /// The other party made a mistake; the session goes on.
    Rejected {
        /// What came in; `None` for a line that is no message.
        message: Option<Message>,
        /// What was wrong with it.
        error: SessionError,
        /// The error code with which it is answered, if it is.
        code: Option<String>,
    },
    /// A message, or a line that was none, is ignored and counted.
    Dropped {
        /// What came in; `None` for a line that is no message.
        message: Option<Message>,
        /// What it is counted under.
        reason: &'static str,
    },
    /// The session is over; nothing more will be accepted.
    Closed {
        /// How it ended.
        reason: String,
    },
}

/// A party says what it may not say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProtocolViolation {
    /// The party that noticed: of its own mistake before anything left, or of the other one's.
    pub role: Role,
    /// Where it stood.
    pub state: State,
    /// What it sent, received or met.
    pub happening: Happening,
    /// What made that wrong, if it depends.
    pub condition: Option<Condition>,
    /// The requirement that is violated.
    pub requirement: &'static str,
    /// The rule in a sentence.
    pub rule: &'static str,
}

impl fmt::Display for ProtocolViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = self.role.as_str();
        write!(f, "the {role} {} ({}", self.happening, self.state.as_str())?;
        if let Some(condition) = self.condition {
            write!(f, ", {}", condition.as_str())?;
        }
        write!(f, "): {} [{}]", self.rule, self.requirement)
    }
}

impl Error for ProtocolViolation {}

/// Why something can't be sent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SendError {
    /// The session does not allow it now.
    Violation(ProtocolViolation),
    /// It can't be written.
    Encode(EncodeError),
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violation(violation) => violation.fmt(f),
            Self::Encode(error) => error.fmt(f),
        }
    }
}

impl Error for SendError {}

impl From<ProtocolViolation> for SendError {
    fn from(violation: ProtocolViolation) -> Self {
        Self::Violation(violation)
    }
}

impl From<EncodeError> for SendError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

/// What can go wrong between messages.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SessionError {
    /// The other party says what it may not say.
    Violation(ProtocolViolation),
    /// A line is no message.
    Malformed(DecodeError),
    /// The versions do not fit.
    Version(VersionError),
    /// The other party answered the handshake with a failure.
    HandshakeRefused {
        /// The failure.
        refusal: Box<Union>,
        /// Its code, if it has one.
        code: Option<String>,
        /// The requirement that is violated.
        requirement: &'static str,
    },
    /// No reply came before the deadline.
    TimedOut {
        /// The requirement that says what follows.
        requirement: &'static str,
    },
    /// The session ended while a request was waiting.
    SessionClosed {
        /// How it ended.
        reason: String,
        /// The requirement that says what follows.
        requirement: &'static str,
    },
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violation(violation) => violation.fmt(f),
            Self::Malformed(error) => error.fmt(f),
            Self::Version(error) => error.fmt(f),
            Self::HandshakeRefused { code: None, .. } => f.write_str("the handshake was refused"),
            Self::HandshakeRefused {
                code: Some(code), ..
            } => write!(f, "the handshake was refused, with the code {code:?}"),
            Self::TimedOut { .. } => f.write_str("no reply came before the deadline"),
            Self::SessionClosed { reason, .. } => write!(f, "the session is over: {reason}"),
        }
    }
}

impl Error for SessionError {}
