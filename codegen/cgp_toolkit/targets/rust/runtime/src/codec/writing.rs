//! The canonical form of an envelope.

use super::pointers::Place;
use super::Union;
use crate::errors::EncodeError;
use crate::faults;

/// `envelope` as one line, with the line feed.
pub(crate) fn line(envelope: &Union) -> Result<Vec<u8>, EncodeError> {
    let mut line = Vec::with_capacity(256);
    match serde_json::to_writer(&mut line, envelope) {
        Ok(()) => {
            line.push(b'\n');
            Ok(line)
        }
        Err(error) => Err(refusal(envelope, &error)),
    }
}

/// The error about the first value, in wire order, that can't be written.
fn refusal(envelope: &Union, error: &serde_json::Error) -> EncodeError {
    let mut place = Place::default();
    let detail = match envelope.refused(&mut place) {
        Some(kind) => format!("expected {}", kind.expected),
        None => error.to_string(),
    };
    EncodeError::new(&faults::OUT_OF_RANGE, place.pointer(), detail)
}
