//! What is wrong with a JSON-RPC message.

use std::error::Error;
use std::fmt;

use super::tables::RpcFault;
use super::Id;
use crate::errors::EncodeError;
use crate::faults::{self, Fault};

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const INVALID_PARAMS: i64 = -32602;

/// A message that is none of this binding: the rule, the place, and the error that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RpcError {
    rule: Rule,
    pointer: String,
    id: Option<Id>,
    due: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    OfJsonRpc(&'static RpcFault),
    OfMessages(&'static Fault),
}

impl RpcError {
    pub(crate) fn of_json_rpc(fault: &'static RpcFault, pointer: &str, id: Option<Id>) -> Self {
        Self {
            rule: Rule::OfJsonRpc(fault),
            pointer: pointer.to_owned(),
            id,
            due: true,
        }
    }

    pub(crate) fn of_messages(fault: &'static Fault, pointer: String, id: Option<Id>) -> Self {
        Self {
            rule: Rule::OfMessages(fault),
            pointer,
            id,
            due: true,
        }
    }

    pub(crate) fn due(mut self, due: bool) -> Self {
        self.due = due;
        self
    }

    /// The id of the rule that was broken.
    pub fn rule(&self) -> &'static str {
        match self.rule {
            Rule::OfJsonRpc(fault) => fault.rule,
            Rule::OfMessages(fault) => fault.rule,
        }
    }

    /// The JSON pointer (RFC 6901) of what is wrong, in the JSON-RPC message.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The number of the error that answers.
    pub fn number(&self) -> i64 {
        match self.rule {
            Rule::OfJsonRpc(fault) => fault.number,
            Rule::OfMessages(fault) if is_syntax(fault) => PARSE_ERROR,
            Rule::OfMessages(_) if self.is_in_params() => INVALID_PARAMS,
            Rule::OfMessages(_) => INVALID_REQUEST,
        }
    }

    /// The error code that stands beside the number.
    pub fn code(&self) -> &'static str {
        match self.rule {
            Rule::OfJsonRpc(fault) => fault.code,
            Rule::OfMessages(fault) => fault.code,
        }
    }

    /// The way out for the author.
    pub fn fix(&self) -> &'static str {
        match self.rule {
            Rule::OfJsonRpc(fault) => fault.fix,
            Rule::OfMessages(fault) => fault.fix,
        }
    }

    /// The id of the answer; `None` is written as null.
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// Whether an answer is due; none is to notifications and responses.
    pub fn is_due(&self) -> bool {
        self.due
    }

    fn is_in_params(&self) -> bool {
        self.pointer == "/params" || self.pointer.starts_with("/params/")
    }

    fn doc(&self) -> &'static str {
        match self.rule {
            Rule::OfJsonRpc(fault) => fault.doc,
            Rule::OfMessages(fault) => fault.doc,
        }
    }
}

fn is_syntax(fault: &Fault) -> bool {
    let syntax = [
        &faults::BYTE_ORDER_MARK,
        &faults::LINE_TOO_LONG,
        &faults::LONE_SURROGATE,
        &faults::NOT_JSON,
        &faults::NOT_UTF8,
        &faults::TOO_DEEP,
    ];
    syntax.contains(&fault)
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule())?;
        if !self.pointer.is_empty() {
            write!(f, " at {}", self.pointer)?;
        }
        write!(f, ": {}", self.doc())
    }
}

impl Error for RpcError {}

/// Why a message can't be written; nothing was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// A value of it can't be written.
    Encode(EncodeError),
    /// No method is called by the envelope, and no request is said that it answers.
    NoMethod,
    /// A method that has a reply can't be called without an id.
    NeedsId,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::NoMethod => f.write_str("expected the method that the envelope answers"),
            Self::NeedsId => f.write_str("expected an id, as the method has a reply"),
        }
    }
}

impl Error for WriteError {}

impl From<EncodeError> for WriteError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}
