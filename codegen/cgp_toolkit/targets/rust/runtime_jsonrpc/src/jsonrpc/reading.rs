//! From a JSON-RPC message to the envelope that it carries.
//!
//! What is in a message is laid out as the line that it stands for, and read as one; so nothing is
//! checked in two ways.

use super::errors::RpcError;
use super::pieces::{doubled, joined, last, pieces, quoted, Piece};
use super::tables::{self as rpc, Method, FAILURE, FAILURE_CODE, FAILURE_ID, FAILURE_TEXT};
use super::{Id, Received};
use crate::codec::json::{self, Json, Members, NotJson};
use crate::codec::pointers::Place;
use crate::codec::tables::TAG;
use crate::codec::{reading, refuses_duplicates};
use crate::faults;
use crate::message::Message;

/// The message in `bytes`; `waiting` knows the method of the request that waits with an id.
pub(crate) fn read(
    bytes: &[u8],
    waiting: impl FnOnce(&Id) -> Option<&'static Method>,
) -> Result<Received, RpcError> {
    let text = text(bytes)?;
    let parsed = json::parse(text).map_err(|error| {
        let fault = match error {
            NotJson::At(_) => &faults::NOT_JSON,
            NotJson::Bottomless => &faults::TOO_DEEP,
        };
        RpcError::of_messages(fault, String::new(), None)
    })?;
    if parsed.has_half_pair() {
        let fault = &faults::LONE_SURROGATE;
        return Err(RpcError::of_messages(fault, String::new(), None));
    }
    let value = match &parsed.value {
        Json::Object(value) => value,
        Json::Array(_) => return Err(RpcError::of_json_rpc(&rpc::BATCH, "", None)),
        _ => {
            let fault = &faults::NOT_AN_OBJECT;
            return Err(RpcError::of_messages(fault, String::new(), None));
        }
    };
    let has = |name| value.get(name).is_some();
    let is_response = !has("method") && (has("result") || has("error"));
    let id = value.get("id").and_then(id_of);
    if !matches!(value.get("jsonrpc"), Some(Json::String(version)) if version == "2.0") {
        let error = RpcError::of_json_rpc(&rpc::NO_JSONRPC, "/jsonrpc", id);
        return Err(error.due(!is_response));
    }
    let texts = pieces(text);
    refuse_doubled(&texts, "", id.as_ref(), !is_response)?;
    let found = Found { value, texts, id };
    if is_response {
        let answers = found.id.as_ref().and_then(waiting);
        found.response(answers)
    } else {
        found.request()
    }
}

fn text(bytes: &[u8]) -> Result<&str, RpcError> {
    let fault = if bytes.len() > rpc::MAX_MESSAGE_BYTES {
        &faults::LINE_TOO_LONG
    } else if bytes.starts_with("\u{feff}".as_bytes()) {
        &faults::BYTE_ORDER_MARK
    } else {
        &faults::NOT_UTF8
    };
    let text = std::str::from_utf8(bytes).ok();
    text.filter(|_| std::ptr::eq(fault, &faults::NOT_UTF8))
        .ok_or_else(|| RpcError::of_messages(fault, String::new(), None))
}

/// An id, if a value is one.
fn id_of(value: &Json<'_>) -> Option<Id> {
    match value {
        Json::String(id) if !id.is_empty() => Some(Id::Text(id.clone().into_owned())),
        Json::Number(digits) => digits.parse().ok().map(Id::Number),
        _ => None,
    }
}

fn refuse_doubled(
    pieces: &[Piece<'_>],
    at: &str,
    id: Option<&Id>,
    due: bool,
) -> Result<(), RpcError> {
    let Some(name) = doubled(pieces) else {
        return Ok(());
    };
    let pointer = format!("{at}{}", Place::default().pointer_to(name));
    let fault = &faults::DUPLICATE_MEMBER;
    Err(RpcError::of_messages(fault, pointer, id.cloned()).due(due))
}

/// A JSON-RPC message: its value, the texts of its members, its id if that is one.
struct Found<'m, 't> {
    value: &'m Members<'t>,
    texts: Vec<Piece<'t>>,
    id: Option<Id>,
}

/// Where the members of a line stand in truth: most of them at `base`, some at places of their own.
struct Places {
    base: &'static str,
    own: Vec<(&'static str, &'static str)>,
}

impl Found<'_, '_> {
    fn refuse(&self, fault: &'static rpc::RpcFault, at: &str) -> RpcError {
        RpcError::of_json_rpc(fault, at, self.id.clone())
    }

    fn text(&self, name: &str) -> &str {
        last(&self.texts, name).unwrap_or("{}")
    }

    fn request(&self) -> Result<Received, RpcError> {
        let value = self.value;
        if value.get("id").is_some() && self.id.is_none() {
            return Err(self.refuse(&rpc::BAD_ID, "/id"));
        }
        let has = |name| value.get(name).is_some();
        if !has("method") || has("result") || has("error") {
            return Err(self.refuse(&rpc::NO_REQUEST, ""));
        }
        let Some(Json::String(name)) = value.get("method") else {
            return Err(self.refuse(&rpc::NO_REQUEST, "/method"));
        };
        let due = self.id.is_some();
        let params = match value.get("params") {
            None | Some(Json::Null) => "{}",
            Some(Json::Object(_)) => self.text("params"),
            Some(_) => return Err(self.refuse(&rpc::POSITIONAL_PARAMS, "/params").due(due)),
        };
        let Some(method) = Method::called(name) else {
            return Err(self.refuse(&rpc::NO_SUCH_METHOD, "/method").due(due));
        };
        match (method.reply, &self.id) {
            (None, Some(_)) => return Err(self.refuse(&rpc::TAKES_NO_ID, "/id")),
            (Some(_), None) => return Err(self.refuse(&rpc::NEEDS_ID, "/id").due(false)),
            _ => {}
        }
        let at = "/params";
        self.envelope(method, method.envelope, params, method.params, at, due)
    }

    fn response(&self, answers: Option<&'static Method>) -> Result<Received, RpcError> {
        let value = self.value;
        if value.get("result").is_some() && value.get("error").is_some() {
            return Err(self.refuse(&rpc::NO_REQUEST, "").due(false));
        }
        let for_nobody =
            value.get("error").is_some() && matches!(value.get("id"), Some(Json::Null));
        if self.id.is_none() && !for_nobody {
            return Err(self.refuse(&rpc::BAD_ID, "/id").due(false));
        }
        if let Some(error) = value.get("error") {
            let members = self.failure(error)?;
            if answers.is_some() || !matches!(self.id, Some(Id::Number(_))) {
                return self.failed(members, answers);
            }
        }
        let Some((method, reply)) = answers.and_then(|method| Some((method, method.reply?))) else {
            return Err(self.refuse(&rpc::UNASKED, "/id").due(false));
        };
        let is_object = matches!(value.get("result"), Some(Json::Object(_)));
        if method.result.is_none() && !is_object {
            let fault = &faults::WRONG_TYPE;
            let pointer = "/result".to_owned();
            return Err(RpcError::of_messages(fault, pointer, self.id.clone()).due(false));
        }
        let result = self.text("result");
        self.envelope(method, reply, result, method.result, "/result", false)
    }

    /// The request or reply whose params or result are `text`; `payload` is its member that stands
    /// alone, if one does.
    fn envelope(
        &self,
        method: &'static Method,
        tag: &'static str,
        text: &str,
        payload: Option<&'static str>,
        base: &'static str,
        due: bool,
    ) -> Result<Received, RpcError> {
        let own = rpc::id_member(tag);
        let mut places = Places {
            base,
            own: Vec::new(),
        };
        let held;
        let mut members = Vec::new();
        if let Some(payload) = payload {
            members.push((payload.to_owned(), text));
            places.own.push((payload, base));
        } else {
            held = pieces(text);
            if refuses_duplicates(tag) {
                refuse_doubled(&held, base, self.id.as_ref(), due)?;
            }
            let kept = held
                .iter()
                .filter(|piece| piece.name != TAG && Some(piece.name.as_str()) != own);
            members.extend(kept.map(|piece| (piece.name.clone(), piece.value)));
        }
        places.own.extend(own.map(|own| (own, "/id")));
        let id = own.and(self.id.as_ref());
        self.line(tag, &members, id, &places, Some(method), due)
    }

    fn failed(
        &self,
        members: Vec<(String, String)>,
        answers: Option<&'static Method>,
    ) -> Result<Received, RpcError> {
        let places = Places {
            base: "/error/data",
            own: vec![(FAILURE_ID, "/id"), (FAILURE_TEXT, "/error/message")],
        };
        let correlated = answers.is_none_or(|method| rpc::id_member(method.envelope).is_some());
        let id = self.id.as_ref().filter(|_| correlated);
        let members: Vec<_> = members
            .iter()
            .map(|(name, text)| (name.clone(), text.as_str()))
            .collect();
        self.line(FAILURE, &members, id, &places, answers, false)
    }

    /// The members of the failure that an error is.
    fn failure(&self, error: &Json<'_>) -> Result<Vec<(String, String)>, RpcError> {
        let refuse = |at: &str| Err(self.refuse(&rpc::BAD_ERROR, at).due(false));
        let Json::Object(value) = error else {
            return refuse("/error");
        };
        let texts = pieces(self.text("error"));
        refuse_doubled(&texts, "/error", self.id.as_ref(), false)?;
        let number = match value.get("code") {
            Some(Json::Number(digits)) if !digits.contains(['.', 'e', 'E']) => digits,
            _ => return refuse("/error/code"),
        };
        let Some(Json::String(words)) = value.get("message") else {
            return refuse("/error/message");
        };
        let mut inner = Vec::new();
        let mut code = None;
        if let Some(Json::Object(data)) = value.get("data") {
            inner = pieces(last(&texts, "data").unwrap_or("{}"));
            refuse_doubled(&inner, "/error/data", self.id.as_ref(), false)?;
            if let Some(Json::String(said)) = data.get(FAILURE_CODE) {
                code = Some(said.as_ref());
            }
        }
        let code = code.or_else(|| rpc::code_of(number.parse().ok()?));
        let mut members: Vec<_> = code
            .map(|code| (FAILURE_CODE.to_owned(), quoted(code)))
            .into_iter()
            .collect();
        members.push((FAILURE_TEXT.to_owned(), quoted(words)));
        let taken = [TAG, FAILURE_ID, FAILURE_TEXT, FAILURE_CODE];
        let rest = inner
            .into_iter()
            .filter(|piece| !taken.contains(&piece.name.as_str()));
        members.extend(rest.map(|piece| (piece.name, piece.value.to_owned())));
        Ok(members)
    }

    /// What readers of lines make of an envelope with such members.
    fn line(
        &self,
        tag: &'static str,
        members: &[(String, &str)],
        id: Option<&Id>,
        places: &Places,
        method: Option<&'static Method>,
        due: bool,
    ) -> Result<Received, RpcError> {
        let tag_text = quoted(tag);
        let id_text = match (id, rpc::id_member(tag)) {
            (Some(Id::Text(id)), Some(member)) => Some((member, quoted(id))),
            _ => None,
        };
        let head = [(TAG, tag_text.as_str())].into_iter();
        let head = head.chain(id_text.iter().map(|(name, text)| (*name, text.as_str())));
        let rest = members.iter().map(|(name, text)| (name.as_str(), *text));
        let line = joined(head.chain(rest));
        match reading::outcome(line.as_bytes(), usize::MAX) {
            Ok(Message::Envelope(envelope)) => Ok(Received {
                id: self.id.clone(),
                envelope,
                method,
            }),
            Ok(Message::Unknown(_)) => Err(self.refuse(&rpc::NO_SUCH_METHOD, "/method").due(due)),
            Err(error) => {
                let pointer = places.place(error.pointer());
                let refused = RpcError::of_messages(error.fault(), pointer, self.id.clone());
                Err(refused.due(due))
            }
        }
    }
}

impl Places {
    /// Where in the message a place of the line stands.
    fn place(&self, at: &str) -> String {
        let Some(path) = at.strip_prefix('/') else {
            return String::new();
        };
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        let first = format!("/{first}");
        for (name, place) in &self.own {
            if Place::default().pointer_to(name) == first {
                let slash = if rest.is_empty() { "" } else { "/" };
                return format!("{place}{slash}{rest}");
            }
        }
        format!("{}{at}", self.base)
    }
}
