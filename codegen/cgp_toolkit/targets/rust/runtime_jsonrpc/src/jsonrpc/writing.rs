//! From an envelope to the JSON-RPC message that carries it.

use super::errors::WriteError;
use super::pieces::{joined, last, pieces, quoted, Piece};
use super::tables::{self as rpc, Method, FAILURE, FAILURE_CODE, FAILURE_TEXT};
use super::Id;
use crate::codec::tables::TAG;
use crate::codec::{writing, Union};

/// The message of an envelope; `answers` is the method that a reply answers.
pub(crate) fn text(
    envelope: &Union,
    id: Option<&Id>,
    answers: Option<&Method>,
) -> Result<String, WriteError> {
    let line = String::from_utf8_lossy(&writing::line(envelope)?).into_owned();
    let tag = envelope.tag();
    let own = rpc::id_member(tag);
    let held = pieces(&line);
    let id = match id {
        Some(Id::Text(id)) => quoted(id),
        Some(Id::Number(id)) => id.to_string(),
        None => own
            .and_then(|own| last(&held, own))
            .unwrap_or("null")
            .to_owned(),
    };
    let left_out = |piece: &&Piece<'_>| piece.name != TAG && Some(piece.name.as_str()) != own;
    let members: Vec<_> = held
        .iter()
        .filter(left_out)
        .map(|piece| (piece.name.as_str(), piece.value))
        .collect();
    if tag == FAILURE {
        let error = error(&members);
        return Ok(format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#));
    }
    match answers.filter(|method| method.envelope != tag) {
        Some(method) => {
            let result = laid_out(&members, method.result);
            Ok(format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#
            ))
        }
        None => {
            let method = Method::calling(tag).ok_or(WriteError::NoMethod)?;
            let id = match method.reply {
                None => String::new(),
                Some(_) if id == "null" => return Err(WriteError::NeedsId),
                Some(_) => format!(r#","id":{id}"#),
            };
            let name = quoted(method.name);
            let params = if members.is_empty() {
                String::new()
            } else {
                format!(r#","params":{}"#, laid_out(&members, method.params))
            };
            Ok(format!(
                r#"{{"jsonrpc":"2.0"{id},"method":{name}{params}}}"#
            ))
        }
    }
}

/// The members as an object, or the one that stands alone.
fn laid_out(members: &[(&str, &str)], payload: Option<&str>) -> String {
    match payload {
        Some(payload) => member(members, payload).unwrap_or("null").to_owned(),
        None => joined(members.iter().copied()),
    }
}

fn error(members: &[(&str, &str)]) -> String {
    let code = member(members, FAILURE_CODE);
    let code: Option<String> = code.and_then(|text| serde_json::from_str(text).ok());
    let number = rpc::number_of(code.as_deref());
    let words = member(members, FAILURE_TEXT).unwrap_or("\"\"");
    let data: Vec<_> = members
        .iter()
        .copied()
        .filter(|(name, _)| *name != FAILURE_TEXT)
        .collect();
    if data.is_empty() {
        return format!(r#"{{"code":{number},"message":{words}}}"#);
    }
    let data = joined(data);
    format!(r#"{{"code":{number},"message":{words},"data":{data}}}"#)
}

fn member<'m>(members: &[(&str, &'m str)], name: &str) -> Option<&'m str> {
    let found = members.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}
