//! From one line to what it means: in place if it is sound, carefully if it is not.

use super::json::{self, Json, NotJson, Parsed};
use super::tables::{DEPTH_IS_BOUNDED, FAILURE_ID, MAX_DEPTH, TAG};
use super::unions::Union as _;
use super::values::Context;
use super::{refuses_duplicates, scan, walk, Union};
use crate::errors::DecodeError;
use crate::faults::{self, Fault};
use crate::framing::{length_fault, WHITE_SPACE};
use crate::message::{Examined, Message, UnknownEnvelope};

/// So many faults are found in one message.
const MOST_FAULTS: usize = 100;

/// What a line means to a reader.
pub(crate) fn outcome(line: &[u8], max_line: usize) -> Result<Message, DecodeError> {
    if let Some(fault) = length_fault(line, max_line) {
        return Err(fault);
    }
    if let Some(envelope) = std::str::from_utf8(line).ok().and_then(typed) {
        return Ok(Message::Envelope(envelope));
    }
    let examined = carefully(line, false, 1);
    match (examined.message, examined.faults.into_iter().next()) {
        (Some(message), _) => Ok(message),
        (None, Some(fault)) => Err(fault),
        (None, None) => Err(not_json("expected one JSON value".to_owned())),
    }
}

/// Everything that is wrong with a line, and the message if readers accept it.
pub(crate) fn examined(line: &[u8], strict: bool, max_line: usize) -> Examined {
    if let Some(fault) = length_fault(line, max_line) {
        return refused(fault);
    }
    if !strict {
        if let Some(envelope) = std::str::from_utf8(line).ok().and_then(typed) {
            return Examined {
                message: Some(Message::Envelope(envelope)),
                faults: Vec::new(),
            };
        }
    }
    carefully(line, strict, MOST_FAULTS)
}

/// The envelope in a text, read in place; nothing if only the careful way can tell.
fn typed(text: &str) -> Option<Union> {
    let tag = scan::member(text, TAG)?;
    if !DEPTH_IS_BOUNDED && scan::is_deeper(text, MAX_DEPTH) {
        return None;
    }
    let context = Context::default();
    let mut json = serde_json::Deserializer::from_str(text);
    // The types, and the room that unknown members have, bound the depth already.
    json.disable_recursion_limit();
    let envelope = Union::read_tagged(tag, &context, &mut json)?.ok()?;
    json.end().ok()?;
    // Unknown members may stand twice, and nobody has looked.
    (!context.met_unknown() || !refuses_duplicates(tag)).then_some(envelope)
}

fn carefully(line: &[u8], strict: bool, most: usize) -> Examined {
    let (text, parsed) = match parsed(line) {
        Ok(found) => found,
        Err(fault) => return refused(fault),
    };
    let value = &parsed.value;
    let id = echo(&parsed);
    let rejects_doubled = tag_of(value).is_some_and(refuses_duplicates);
    let walked = walk::faults(value, strict, most);
    let mut faults: Vec<DecodeError> = Vec::new();
    let mut add = |fault: &'static Fault, pointer: String, detail: String| {
        if faults.len() < most {
            faults.push(DecodeError::new(fault, pointer, detail).echoing(id.clone()));
        }
    };
    let mut is_refused = parsed.has_half_pair();
    if is_refused {
        let detail = "expected escapes of surrogates in pairs".to_owned();
        add(&faults::LONE_SURROGATE, String::new(), detail);
    }
    if strict || rejects_doubled {
        for pointer in walk::doubled(value, most) {
            is_refused |= rejects_doubled;
            let detail = "expected the member once".to_owned();
            add(&faults::DUPLICATE_MEMBER, pointer, detail);
        }
    }
    is_refused |= walked.iter().any(|(fault, ..)| !fault.author);
    // What only authors may not write can hide what comes after it.
    is_refused |= walked.len() == most && !walk::faults(value, false, 1).is_empty();
    for (fault, pointer, detail) in walked {
        add(fault, pointer, detail);
    }
    let message = if is_refused {
        None
    } else {
        message(text, value, id)
    };
    Examined { message, faults }
}

/// The plain value of a line that is JSON, and no deeper than allowed.
fn parsed(line: &[u8]) -> Result<(&str, Parsed<'_>), DecodeError> {
    if line.starts_with("\u{feff}".as_bytes()) {
        let detail = "expected no byte order mark".to_owned();
        return Err(DecodeError::new(
            &faults::BYTE_ORDER_MARK,
            String::new(),
            detail,
        ));
    }
    let text = std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to();
        let detail = format!("expected UTF-8, found something else at byte {at}");
        DecodeError::new(&faults::NOT_UTF8, String::new(), detail)
    })?;
    match json::parse(text) {
        Err(NotJson::At(byte)) => Err(not_json(format!(
            "expected one JSON value, found something else at byte {byte}"
        ))),
        Err(NotJson::Bottomless) => {
            let id = scan::member(text, FAILURE_ID).filter(|id| !id.is_empty());
            Err(too_deep(id.map(str::to_owned)))
        }
        Ok(parsed) if parsed.depth > MAX_DEPTH => Err(too_deep(echo(&parsed))),
        Ok(parsed) => Ok((text, parsed)),
    }
}

/// The message that a sound value is; nothing if it is no message.
fn message(text: &str, value: &Json<'_>, id: Option<String>) -> Option<Message> {
    let Json::Object(members) = value else {
        return None;
    };
    let tag = tag_of(value)?;
    if let Some(shape) = walk::shape_of(tag) {
        return typed(&walk::rewritten(members, tag, shape)).map(Message::Envelope);
    }
    Some(Message::Unknown(UnknownEnvelope {
        tag: tag.to_owned(),
        id,
        bare: members.entries.len() == 1,
        raw: text.trim_matches(WHITE_SPACE).to_owned(),
    }))
}

fn tag_of<'v>(value: &'v Json<'_>) -> Option<&'v str> {
    match value {
        Json::Object(members) => match members.get(TAG) {
            Some(Json::String(tag)) => Some(tag),
            _ => None,
        },
        _ => None,
    }
}

/// The correlation id that an error about a message has to echo.
fn echo(parsed: &Parsed<'_>) -> Option<String> {
    match &parsed.value {
        Json::Object(members) => match members.get(FAILURE_ID) {
            // What stands for half of a surrogate pair can't be sent back.
            Some(Json::String(id)) if !id.is_empty() && !parsed.is_half(id) => {
                Some(id.clone().into_owned())
            }
            _ => None,
        },
        _ => None,
    }
}

fn refused(fault: DecodeError) -> Examined {
    Examined {
        message: None,
        faults: vec![fault],
    }
}

fn not_json(detail: String) -> DecodeError {
    DecodeError::new(&faults::NOT_JSON, String::new(), detail)
}

fn too_deep(id: Option<String>) -> DecodeError {
    let detail = format!("expected at most {MAX_DEPTH} levels of arrays and objects");
    DecodeError::new(&faults::TOO_DEEP, String::new(), detail).echoing(id)
}
