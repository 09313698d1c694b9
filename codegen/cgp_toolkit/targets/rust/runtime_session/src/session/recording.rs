//! Looking on at a recorded session.

use std::fmt;

use super::events::{Event, ProtocolViolation, Request};
use super::facts::Answer;
use super::lifecycle::kind_of;
use super::party::Party;
use super::{Role, State};
use crate::codec::tables::MAX_LINE_BYTES;
use crate::codec::Union;
use crate::errors::DecodeError;
use crate::message::Message;

/// Goes through the messages of a recorded session, both parties' tables at hand.
///
/// The type of an envelope tells who sent it. An envelope that no table knows, and a line that is
/// none, might be of either; an answer to them may come or not.
#[derive(Debug)]
pub struct Recording {
    sides: Vec<Party>,
    replied: Option<(Request, Union)>,
    answer: Option<Answer>,
}

/// What is wrong with a message of a recording.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// Whoever sent it may not have sent it.
    Violation(ProtocolViolation),
    /// It is no message.
    Malformed(DecodeError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violation(violation) => violation.fmt(f),
            Self::Malformed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl Recording {
    /// A recording of which nothing has been seen.
    pub fn new() -> Self {
        let side = |role: &Role| Party::new(*role, None, MAX_LINE_BYTES).watching();
        Self {
            sides: Role::ALL.iter().map(side).collect(),
            replied: None,
            answer: None,
        }
    }

    /// What is wrong with the next message, from the point of view of whoever sent it.
    pub fn see(&mut self, message: Result<Message, DecodeError>) -> Option<Fault> {
        let mut sender = None;
        let found = match &message {
            Err(error) => Some(Fault::Malformed(error.clone())),
            Ok(Message::Unknown(_)) => None,
            Ok(Message::Envelope(envelope)) => {
                let role = kind_of(envelope).sender;
                sender = Some(role);
                let mut sides = self.sides.iter_mut();
                let side = sides.find(|side| side.role == role);
                side.and_then(|side| side.seen_sending(envelope.clone()))
                    .map(Fault::Violation)
            }
        };
        self.replied = None;
        for side in &mut self.sides {
            if Some(side.role) != sender {
                side.feed_message(message.clone());
                for event in side.events() {
                    if let Event::Replied { request, reply } = event {
                        self.replied = Some((request, reply));
                    }
                }
            }
            if self.answer.is_none() {
                self.answer.clone_from(&side.books.answer);
            }
        }
        found
    }

    /// The request and the reply that the last message completed, if it did.
    pub fn replied(&self) -> Option<(&Request, &Union)> {
        self.replied
            .as_ref()
            .map(|(request, reply)| (request, reply))
    }

    /// The answer to the handshake, once it is there.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Where each party stands.
    pub fn states(&self) -> Vec<(Role, State)> {
        let sides = self.sides.iter();
        sides.map(|side| (side.role, side.state)).collect()
    }

    /// The requests that have not been answered.
    pub fn waiting(&self) -> Vec<&Request> {
        let sides = self.sides.iter();
        sides.flat_map(|side| side.books.dues.requests()).collect()
    }
}

impl Default for Recording {
    fn default() -> Self {
        Self::new()
    }
}
