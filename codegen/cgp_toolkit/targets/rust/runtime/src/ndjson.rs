//! One JSON object a line: read messages from bytes and streams, and write them.
//!
//! [`decode`] is strict about what a reader must refuse and lenient about what it must not:
//! members, envelopes and values of vocabularies that this revision does not know never fail a
//! message. Whatever else is wrong is one [`DecodeError`]. [`encode`] writes the canonical form:
//! members in wire order, compact, UTF-8.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

pub use crate::codec::tables::{MAX_DEPTH, MAX_LINE_BYTES};
use crate::codec::{reading, writing, Union};
use crate::errors::{DecodeError, EncodeError};
pub use crate::framing::LineBuffer;
use crate::framing::{is_blank, length_fault, too_long};
use crate::message::{Examined, Message};

/// The message in `line`: one JSON object, with or without a line end, white space allowed between
/// its tokens.
///
/// A message of an unknown type comes back as [`Message::Unknown`].
///
/// # Errors
///
/// The first thing that is wrong with the line; also where it has more than [`MAX_LINE_BYTES`].
pub fn decode(line: &[u8]) -> Result<Message, DecodeError> {
    decode_within(line, MAX_LINE_BYTES)
}

/// The same with another limit than [`MAX_LINE_BYTES`].
///
/// # Errors
///
/// The first thing that is wrong with the line; also where it has more than `max_line` bytes.
pub fn decode_within(line: &[u8], max_line: usize) -> Result<Message, DecodeError> {
    reading::outcome(line, max_line)
}

/// Everything that is wrong with `line`, in the order of the model, and the message if readers
/// accept it.
pub fn examine(line: &[u8]) -> Examined {
    reading::examined(line, false, MAX_LINE_BYTES)
}

/// [`examine`], and what stops no reader, but no author may write and no typed value shows.
///
/// That is unknown envelopes and members, nulls, doubled members in any envelope, and missing
/// members that readers have a default for.
pub fn examine_strictly(line: &[u8]) -> Examined {
    reading::examined(line, true, MAX_LINE_BYTES)
}

/// `envelope` as one line: members in wire order, compact, UTF-8, with the line feed.
///
/// # Errors
///
/// A number that JSON can't hold, or that does not fit its width.
pub fn encode(envelope: &Union) -> Result<Vec<u8>, EncodeError> {
    writing::line(envelope)
}

/// Writes `envelope` as one line, and flushes.
///
/// # Errors
///
/// Those of [`encode`], before any byte leaves, as [`io::ErrorKind::InvalidData`], and those of the
/// stream.
pub fn write(stream: &mut impl Write, envelope: &Union) -> io::Result<()> {
    let line =
        encode(envelope).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    stream.write_all(&line)?;
    stream.flush()
}

/// The messages of `stream`, each as soon as its line is complete.
///
/// A line that is no message is given as the error that it is, and reading goes on with the next
/// one. Lines of white space are skipped; of a line of more than [`MAX_LINE_BYTES`] bytes only
/// that many are held.
pub fn read<R: BufRead>(stream: R) -> Messages<R> {
    read_within(stream, MAX_LINE_BYTES)
}

/// The same with another limit than [`MAX_LINE_BYTES`].
pub fn read_within<R: BufRead>(stream: R, max_line: usize) -> Messages<R> {
    Messages {
        stream,
        max_line,
        line: Vec::new(),
    }
}

/// The messages of a stream; see [`read`].
#[derive(Debug)]
pub struct Messages<R> {
    stream: R,
    max_line: usize,
    line: Vec<u8>,
}

/// Why a stream gave no message.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The line is no message; reading can go on.
    Decode(DecodeError),
    /// The stream failed.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Decode(error) => Some(error),
            Self::Io(error) => Some(error),
        }
    }
}

impl<R: BufRead> Messages<R> {
    /// Takes the next line into the buffer; whether there is one, and whether it is whole.
    fn take_line(&mut self) -> io::Result<(bool, bool)> {
        // The line end may take two bytes.
        let room = u64::try_from(self.max_line).map_or(u64::MAX, |most| most.saturating_add(2));
        self.line.clear();
        let taken = (&mut self.stream)
            .take(room)
            .read_until(b'\n', &mut self.line)?;
        let whole = self.line.ends_with(b"\n") || (taken as u64) < room;
        Ok((taken > 0, whole))
    }

    /// Leaves out what is left of a line, without holding it.
    fn skip_rest(&mut self) -> io::Result<()> {
        loop {
            let held = self.stream.fill_buf()?;
            if held.is_empty() {
                return Ok(());
            }
            let (taken, ended) = match held.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (held.len(), false),
            };
            self.stream.consume(taken);
            if ended {
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Iterator for Messages<R> {
    type Item = Result<Message, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.take_line() {
                Err(error) => return Some(Err(ReadError::Io(error))),
                Ok((false, _)) => return None,
                Ok((true, false)) => {
                    let skipped = self.skip_rest().map_err(ReadError::Io);
                    let error = ReadError::Decode(too_long(self.max_line));
                    return Some(Err(skipped.err().unwrap_or(error)));
                }
                Ok((true, true)) => {}
            }
            if is_blank(&self.line) && length_fault(&self.line, self.max_line).is_none() {
                continue;
            }
            let message = reading::outcome(&self.line, self.max_line);
            return Some(message.map_err(ReadError::Decode));
        }
    }
}
