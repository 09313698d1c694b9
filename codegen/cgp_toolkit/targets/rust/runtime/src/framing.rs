//! From chunks of bytes to lines, without any input or output of its own (sans-IO).

use crate::codec::tables::MAX_LINE_BYTES;
use crate::errors::DecodeError;
use crate::faults;

/// What JSON takes for white space, line ends included.
pub(crate) const WHITE_SPACE: &[char] = &[' ', '\t', '\r', '\n'];

/// The fault of a message that is longer than `max_line` bytes, its line end not counted.
pub(crate) fn length_fault(line: &[u8], max_line: usize) -> Option<DecodeError> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = match line.strip_suffix(b"\r") {
        Some(shorter) if line.len() > max_line => shorter,
        _ => line,
    };
    (line.len() > max_line).then(|| too_long(max_line))
}

/// The error about a message of more than `max_line` bytes.
pub(crate) fn too_long(max_line: usize) -> DecodeError {
    let detail = format!("expected at most {max_line} bytes");
    DecodeError::new(&faults::LINE_TOO_LONG, String::new(), detail)
}

/// Whether there is nothing in `line` but white space.
pub(crate) fn is_blank(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Cuts a stream of chunks, however it was chopped, into the lines that a reader sees.
///
/// Lines end with LF alone; one CR before it is dropped, and lines of white space are skipped. A
/// line of more than `max_line` bytes comes out as the error that it is, and no more than that of
/// it is held.
#[derive(Clone, Debug)]
pub struct LineBuffer {
    max_line: usize,
    held: Vec<u8>,
    skipping: bool,
}

impl LineBuffer {
    /// A buffer for lines of up to [`MAX_LINE_BYTES`] bytes.
    pub fn new() -> Self {
        Self::with_max_line(MAX_LINE_BYTES)
    }

    /// A buffer for lines of up to `max_line` bytes.
    pub fn with_max_line(max_line: usize) -> Self {
        Self {
            max_line,
            held: Vec::new(),
            skipping: false,
        }
    }

    /// The lines that `chunk` completes, without their ends; errors as soon as a line is too long.
    pub fn feed(&mut self, chunk: &[u8]) -> Vec<Result<Vec<u8>, DecodeError>> {
        let mut lines = Vec::new();
        let mut parts = chunk.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            self.hold(part, &mut lines);
            if parts.peek().is_some() {
                self.end(&mut lines);
            }
        }
        lines
    }

    /// The last line, if the stream ended without a line end.
    pub fn close(&mut self) -> Option<Result<Vec<u8>, DecodeError>> {
        let mut lines = Vec::new();
        self.end(&mut lines);
        lines.pop()
    }

    fn hold(&mut self, part: &[u8], lines: &mut Vec<Result<Vec<u8>, DecodeError>>) {
        if self.skipping {
            return;
        }
        // One byte more may be the carriage return of the line end.
        if self.held.len() + part.len() > self.max_line.saturating_add(1) {
            lines.push(Err(too_long(self.max_line)));
            self.held = Vec::new();
            self.skipping = true;
        } else {
            self.held.extend_from_slice(part);
        }
    }

    fn end(&mut self, lines: &mut Vec<Result<Vec<u8>, DecodeError>>) {
        let mut line = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.skipping) {
            return;
        }
        if let Some(fault) = length_fault(&line, self.max_line) {
            lines.push(Err(fault));
        } else if !is_blank(&line) {
            if line.ends_with(b"\r") {
                line.pop();
            }
            lines.push(Ok(line));
        }
    }
}

impl Default for LineBuffer {
    fn default() -> Self {
        Self::new()
    }
}
