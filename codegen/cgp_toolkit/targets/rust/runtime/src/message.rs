//! What reading a message gives.

use crate::codec::Union;
use crate::errors::DecodeError;

/// A message, of this revision or of another one.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // Most messages are of this revision.
pub enum Message {
    /// A message of this revision.
    Envelope(Union),
    /// A message whose tag this revision does not list.
    Unknown(UnknownEnvelope),
}

impl Message {
    /// The tag of the message.
    pub fn tag(&self) -> &str {
        match self {
            Self::Envelope(envelope) => envelope.tag(),
            Self::Unknown(unknown) => &unknown.tag,
        }
    }
}

impl From<Union> for Message {
    fn from(envelope: Union) -> Self {
        Self::Envelope(envelope)
    }
}

/// A message whose tag this revision does not list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownEnvelope {
    /// The tag.
    pub tag: String,
    /// The correlation id, if the message has one that is a non-empty string.
    pub id: Option<String>,
    /// Whether the message has no member beside its tag.
    pub bare: bool,
    /// The message as it came, without white space around it.
    pub raw: String,
}

/// What an examination has found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Examined {
    /// The message, if readers accept it.
    pub message: Option<Message>,
    /// The first hundred of its faults, in the order of the model.
    pub faults: Vec<DecodeError>,
}
