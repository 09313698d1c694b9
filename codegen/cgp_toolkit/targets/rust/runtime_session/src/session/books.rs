//! What a party knows of its session, and how it judges a message by it.

use super::conditions::{Condition, Question};
use super::exchanges::{Dues, InFlight};
use super::facts::{self, Answer};
use super::lifecycle::Kind;
use crate::codec::tables::MISMATCH_CODE;
use crate::codec::Union;
use crate::versions::{self, VersionError};

/// The state of a session beside its name.
#[derive(Debug, Default)]
pub(crate) struct Books {
    /// The own version; `None` for a party that only watches.
    pub(crate) version: Option<String>,
    /// The version of the opening that came in.
    pub(crate) their_version: Option<String>,
    /// It completed the handshake and declares the capabilities.
    pub(crate) answer: Option<Answer>,
    pub(crate) in_flight: InFlight,
    pub(crate) dues: Dues,
}

impl Books {
    /// The condition of a question that holds for an envelope that comes in, or (`sends`) is to
    /// leave.
    pub(crate) fn judge(
        &self,
        question: Question,
        kind: &Kind,
        envelope: &Union,
        sends: bool,
    ) -> Option<Condition> {
        let id = (kind.id)(envelope);
        match question {
            Question::Version => {
                let ours = if sends {
                    &self.their_version
                } else {
                    &self.version
                };
                Some(judge_version(kind, envelope, ours.as_deref()))
            }
            Question::Failure => Some(match facts::code_of(envelope) {
                Some(MISMATCH_CODE) => Condition::NamesMismatch,
                _ => Condition::NamesAnother,
            }),
            Question::Request => Some(self.judge_request(kind, id, sends)),
            Question::Reply if self.in_flight.is_given_up(id) => Some(Condition::Late),
            Question::Reply => Some(match self.in_flight.find(id, kind.tag) {
                Some(_) => Condition::Expected,
                None => Condition::Unsolicited,
            }),
            Question::Answer => Some(match self.dues.find(id, kind.tag) {
                Some(_) => Condition::Due,
                None => Condition::Undue,
            }),
            Question::Refusal => Some(match self.dues.find(id, kind.tag) {
                None => Condition::OfNothing,
                Some((_, true)) => Condition::OfHandshake,
                Some((_, false)) => Condition::OfRequest,
            }),
            // No envelope is asked for these.
            Question::Members | Question::Overdue => None,
        }
    }

    /// Why the versions do not fit, as an error with a name.
    pub(crate) fn mismatch(&self, kind: &Kind, envelope: &Union) -> VersionError {
        let ours = self.version.clone().unwrap_or_default();
        match (kind.version)(envelope).map(|theirs| versions::require(&ours, theirs)) {
            Some(Err(error)) => error,
            _ => VersionError::Refused { ours },
        }
    }

    fn judge_request(&self, kind: &Kind, id: Option<&str>, sends: bool) -> Condition {
        let has = |capability: fn(&Answer) -> bool| self.answer.as_ref().is_some_and(capability);
        if kind.requires.is_some_and(|capability| !has(capability)) {
            return Condition::Gated;
        }
        let taken = if sends {
            self.in_flight.holds(id)
        } else {
            self.dues.owes(id)
        };
        match (id, taken) {
            (None, true) => Condition::OutOfTurn,
            (None, false) => Condition::Allowed,
            _ if kind.declares.is_some_and(|capability| !has(capability)) => {
                Condition::UndeclaredId
            }
            (Some(_), true) => Condition::IdInFlight,
            (Some(_), false) => Condition::Allowed,
        }
    }
}

fn judge_version(kind: &Kind, envelope: &Union, ours: Option<&str>) -> Condition {
    let theirs = (kind.version)(envelope).unwrap_or_default();
    match versions::interoperate(ours.unwrap_or(theirs), theirs) {
        Ok(true) => Condition::SameFamily,
        Ok(false) => Condition::ForeignFamily,
        Err(_) => Condition::NoVersion,
    }
}
