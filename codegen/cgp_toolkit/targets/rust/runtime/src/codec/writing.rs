//! The canonical form of an envelope.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use super::pointers::Place;
use super::Union;
use crate::errors::EncodeError;
use crate::faults;

/// Compact JSON, whose numbers are spelt as in all bindings of the protocol: `1e16`, not `1e+16`.
struct Canonical;

impl Formatter for Canonical {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(ryu::Buffer::new().format_finite(value).as_bytes())
    }
}

/// `envelope` as one line, with the line feed.
pub(crate) fn line(envelope: &Union) -> Result<Vec<u8>, EncodeError> {
    let mut line = Vec::with_capacity(256);
    let mut json = serde_json::Serializer::with_formatter(&mut line, Canonical);
    match envelope.serialize(&mut json) {
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
