//! The vocabulary of a session's table: what stands in a place of it, and what is known of each
//! envelope.

use super::conditions::{Condition, Question};
use super::facts::{Answer, FAILURE, KINDS};
use super::table::TABLE;
use super::{Role, State};
use crate::codec::Union;

/// What can happen to a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// It sends the envelope with this tag.
    Sends(&'static str),
    /// It receives the envelope with this tag.
    Receives(&'static str),
    /// It meets something that is no envelope of the other party.
    Meets(Signal),
}

impl std::fmt::Display for Happening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sends(tag) => write!(f, "sends {tag}"),
            Self::Receives(tag) => write!(f, "receives {tag}"),
            Self::Meets(signal) => write!(f, "meets {}", signal.as_str()),
        }
    }
}

/// What a party meets beside the envelopes that the other one may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Signal {
    /// A message whose tag is not listed.
    UnknownEnvelope,
    /// A line that is no message.
    MalformedLine,
    /// An envelope that only the party itself may send.
    Misdirected,
    /// Nothing more will come in.
    EndOfInput,
    /// The time for a reply is over.
    Deadline,
}

impl Signal {
    /// The name of the signal.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownEnvelope => "unknown-envelope",
            Self::MalformedLine => "malformed-line",
            Self::Misdirected => "misdirected",
            Self::EndOfInput => "end-of-input",
            Self::Deadline => "deadline",
        }
    }
}

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// It counts.
    Accept,
    /// The other party's mistake; it is answered with the failure and a code.
    Answer,
    /// It is ignored and counted.
    Drop,
    /// A mistake that is reported; one of one's own never leaves.
    Breach,
    /// The session failed to open, because the versions do not fit.
    Mismatch,
    /// The session failed to open, because the other party said so.
    Refusal,
}

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The party.
    pub role: Role,
    /// Where it stands.
    pub state: State,
    /// What happens.
    pub happening: Happening,
    /// The condition under which the row holds; `None` if it does in any case.
    pub condition: Option<Condition>,
    /// Where the party stands afterwards.
    pub to: State,
    /// What becomes of it.
    pub outcome: Outcome,
    /// The error code of an answer; `None` there: that of the malformed line, or of the version
    /// mismatch.
    pub code: Option<&'static str>,
    /// The requirement behind the row.
    pub requirement: &'static str,
    /// The row in a sentence.
    pub rule: &'static str,
}

/// What a session knows of one envelope; the functions read a member of it, or a capability of the
/// answer to the handshake.
pub(crate) struct Kind {
    pub(crate) tag: &'static str,
    pub(crate) sender: Role,
    pub(crate) reply: Option<&'static str>,
    pub(crate) id: fn(&Union) -> Option<&str>,
    pub(crate) version: fn(&Union) -> Option<&str>,
    /// The capability without which the envelope carries no id.
    pub(crate) declares: Option<fn(&Answer) -> bool>,
    /// The capability without which the envelope is not sent.
    pub(crate) requires: Option<fn(&Answer) -> bool>,
}

impl Kind {
    /// The envelopes that can answer a request of this kind.
    pub(crate) fn replies(&self) -> Vec<&'static str> {
        self.reply.into_iter().chain([FAILURE]).collect()
    }
}

/// What is known of an envelope.
pub(crate) fn kind_of(envelope: &Union) -> &'static Kind {
    let tag = envelope.tag();
    let found = KINDS.iter().find(|kind| kind.tag == tag);
    // Every envelope has its kind; the table is made from the same model.
    found.unwrap_or(&KINDS[0])
}

/// The rows about what happens to a party where it stands; several if they ask for conditions.
pub(crate) fn rows(
    role: Role,
    state: State,
    happening: Happening,
) -> impl Iterator<Item = &'static Row> {
    TABLE
        .iter()
        .filter(move |row| row.role == role && row.state == state && row.happening == happening)
}

/// The question that the table asks about what happens; `None` if its answer is the same in any
/// case.
pub(crate) fn question(role: Role, state: State, happening: Happening) -> Option<Question> {
    let row = rows(role, state, happening).next()?;
    row.condition.map(Condition::question)
}

/// A table, a row a line: `Role, State, what happens, if Condition => State, Outcome, requirement,
/// rule;`.
macro_rules! table {
    ($($role:ident, $state:ident, $what:ident $name:tt $(if $condition:ident)? =>
        $to:ident, $outcome:ident $($code:literal)?, $requirement:literal, $rule:literal;)*) => {
        /// What happens in which state, and nothing else decides it.
        pub static TABLE: &[Row] = &[$(Row {
            role: Role::$role,
            state: State::$state,
            happening: table!(@$what $name),
            condition: table!(@given $(Condition::$condition)?),
            to: State::$to,
            outcome: Outcome::$outcome,
            code: table!(@given $($code)?),
            requirement: $requirement,
            rule: $rule,
        },)*];
    };
    (@sends $tag:literal) => { Happening::Sends($tag) };
    (@receives $tag:literal) => { Happening::Receives($tag) };
    (@meets $signal:ident) => { Happening::Meets(Signal::$signal) };
    (@given) => { None };
    (@given $($value:tt)+) => { Some($($value)+) };
}

pub(crate) use table;
