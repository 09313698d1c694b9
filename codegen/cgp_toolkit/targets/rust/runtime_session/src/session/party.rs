//! What the sessions of all roles have in common: what becomes of an event is looked up in the
//! table, and done.
//!
//! Nothing here waits, reads a clock or touches a stream, and nothing here is about one protocol.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use super::books::Books;
use super::conditions::Condition;
use super::events::{Event, ProtocolViolation, Request, SendError, SessionError};
use super::exchanges::Due;
use super::facts::{self, ANSWER, CLOSING, FAILURE, OPENING};
use super::lifecycle::{kind_of, question, rows, Happening, Kind, Outcome, Row, Signal};
use super::{Role, State};
use crate::codec::tables::MISMATCH_CODE;
use crate::codec::Union;
use crate::errors::DecodeError;
use crate::framing::LineBuffer;
use crate::message::{Message, UnknownEnvelope};
use crate::ndjson::{decode_within, encode};

/// What has come in.
#[derive(Debug)]
enum Item {
    Line(Vec<u8>),
    Message(Message),
    Malformed(DecodeError),
    End,
}

/// One side of a session.
#[derive(Debug)]
pub(crate) struct Party {
    pub(crate) role: Role,
    pub(crate) state: State,
    /// What was ignored, by reason.
    pub(crate) dropped: BTreeMap<&'static str, usize>,
    pub(crate) books: Books,
    watching: bool,
    max_line: usize,
    lines: LineBuffer,
    inbox: VecDeque<Item>,
    events: VecDeque<Event>,
    out: Vec<u8>,
}

impl Party {
    pub(crate) fn new(role: Role, version: Option<String>, max_line: usize) -> Self {
        Self {
            role,
            state: State::INITIAL,
            dropped: BTreeMap::new(),
            books: Books {
                version,
                ..Books::default()
            },
            watching: false,
            max_line,
            lines: LineBuffer::with_max_line(max_line),
            inbox: VecDeque::new(),
            events: VecDeque::new(),
            out: Vec::new(),
        }
    }

    /// Nothing is answered on its own, and what a party may leave unanswered may stay so.
    pub(crate) fn watching(mut self) -> Self {
        self.watching = true;
        self.books.version = None;
        self
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state.is_final()
    }

    /// The requests that wait for a reply, of both parties.
    pub(crate) fn in_flight(&self) -> Vec<&Request> {
        if self.is_closed() {
            return Vec::new();
        }
        let ours = self.books.in_flight.requests();
        ours.chain(self.books.dues.requests()).collect()
    }

    // What comes in.

    pub(crate) fn feed(&mut self, data: &[u8]) {
        let items = self.lines.feed(data).into_iter().map(item);
        self.inbox.extend(items);
    }

    pub(crate) fn feed_message(&mut self, message: Result<Message, DecodeError>) {
        self.inbox.push_back(match message {
            Ok(message) => Item::Message(message),
            Err(error) => Item::Malformed(error),
        });
    }

    pub(crate) fn feed_eof(&mut self) {
        self.inbox.extend(self.lines.close().map(item));
        self.inbox.push_back(Item::End);
    }

    /// The next event of what was fed, and of what was sent; a line is looked at when its turn
    /// comes.
    pub(crate) fn next_event(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            let item = self.inbox.pop_front()?;
            self.take(item);
        }
    }

    pub(crate) fn events(&mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.next_event()).collect()
    }

    fn take(&mut self, item: Item) {
        match item {
            Item::Line(line) => match decode_within(&line, self.max_line) {
                Ok(message) => self.take_message(message),
                Err(error) => self.take_malformed(error),
            },
            Item::Message(message) => self.take_message(message),
            Item::Malformed(error) => self.take_malformed(error),
            Item::End => {
                if let Some((row, _)) = self.meets(Signal::EndOfInput, None) {
                    self.go(row, "the input ended".to_owned());
                }
            }
        }
        self.send_ready();
    }

    fn take_malformed(&mut self, error: DecodeError) {
        let signal = Signal::MalformedLine;
        if let Some((row, _)) = self.meets(signal, None) {
            let id = error.id().map(str::to_owned);
            let code = row.code.unwrap_or(error.code()).to_owned();
            let mistake = Mistake {
                reason: signal.as_str(),
                message: None,
                id,
                error: SessionError::Malformed(error),
                code,
                replies: vec![FAILURE],
                first: false,
            };
            self.reject(row, mistake);
            self.go(row, "a line was malformed".to_owned());
        }
    }

    fn take_message(&mut self, message: Message) {
        match message {
            Message::Envelope(envelope) => self.receive(envelope),
            Message::Unknown(unknown) => self.take_unknown(unknown),
        }
    }

    fn take_unknown(&mut self, unknown: UnknownEnvelope) {
        let signal = Signal::UnknownEnvelope;
        let condition = if unknown.bare {
            Condition::Bare
        } else {
            Condition::WithMembers
        };
        if let Some((row, condition)) = self.meets(signal, Some(condition)) {
            let violation = self.violation(Happening::Meets(signal), condition, row);
            let mistake = Mistake {
                reason: signal.as_str(),
                id: unknown.id.clone(),
                message: Some(Message::Unknown(unknown)),
                error: SessionError::Violation(violation),
                code: row.code.unwrap_or_default().to_owned(),
                replies: vec![FAILURE],
                first: false,
            };
            self.reject(row, mistake);
            self.go(row, "an unknown envelope was received".to_owned());
        }
    }

    fn receive(&mut self, envelope: Union) {
        let kind = kind_of(&envelope);
        let id = (kind.id)(&envelope).map(str::to_owned);
        let happening = Happening::Receives(kind.tag);
        let found = if kind.sender == self.role {
            self.meets(Signal::Misdirected, None)
        } else {
            self.look_up(happening, kind, &envelope)
        };
        let Some((row, condition)) = found else {
            return;
        };
        let first = kind.tag == OPENING && self.state == State::INITIAL;
        if first {
            self.books.their_version = (kind.version)(&envelope).map(str::to_owned);
        }
        match row.outcome {
            Outcome::Answer | Outcome::Breach | Outcome::Drop => {
                if condition == Some(Condition::Late) {
                    self.books.in_flight.arrived_late(id.as_deref());
                }
                let error = if first && condition.is_some() {
                    SessionError::Version(self.books.mismatch(kind, &envelope))
                } else {
                    SessionError::Violation(self.violation(happening, condition, row))
                };
                let mistake = Mistake {
                    reason: condition.map_or(kind.tag, Condition::as_str),
                    message: Some(Message::Envelope(envelope)),
                    id,
                    error,
                    code: row.code.unwrap_or(MISMATCH_CODE).to_owned(),
                    replies: kind.replies(),
                    first,
                };
                self.reject(row, mistake);
            }
            _ if kind.reply.is_some() => {
                let request = Request {
                    envelope,
                    id: id.clone(),
                    deadline: None,
                };
                let due = Due {
                    replies: kind.replies(),
                    request: Some(request.clone()),
                    first,
                    ..Due::default()
                };
                self.books.dues.add(id.as_deref(), due);
                self.events.push_back(Event::Requested(request));
            }
            _ => self.settle(kind, envelope, row),
        }
        self.go(row, format!("{} was received", kind.tag));
    }

    /// An envelope that counts and asks for nothing.
    fn settle(&mut self, kind: &Kind, envelope: Union, row: &Row) {
        // Until the handshake is complete, only its answer can come.
        let id = match self.books.answer {
            Some(_) => (kind.id)(&envelope).map(str::to_owned),
            None => None,
        };
        let found = self.books.in_flight.find(id.as_deref(), kind.tag);
        let Some(request) = found.cloned() else {
            if kind.tag != CLOSING {
                self.events.push_back(Event::Notified(envelope));
            }
            return;
        };
        self.books.in_flight.settle(id.as_deref());
        let event = match row.outcome {
            Outcome::Accept => {
                if kind.tag == ANSWER {
                    self.books.answer = facts::answer_of(&envelope).cloned();
                }
                Event::Replied {
                    request,
                    reply: envelope,
                }
            }
            Outcome::Mismatch => Event::Failed {
                request,
                error: SessionError::Version(self.books.mismatch(kind, &envelope)),
            },
            _ => Event::Failed {
                request,
                error: SessionError::HandshakeRefused {
                    code: facts::code_of(&envelope).map(str::to_owned),
                    refusal: Box::new(envelope),
                    requirement: row.requirement,
                },
            },
        };
        self.events.push_back(event);
    }

    /// What does not count: it is dropped, reported, or answered.
    fn reject(&mut self, row: &Row, mistake: Mistake) {
        match row.outcome {
            Outcome::Drop => {
                *self.dropped.entry(mistake.reason).or_default() += 1;
                self.events.push_back(Event::Dropped {
                    message: mistake.message,
                    reason: mistake.reason,
                });
            }
            Outcome::Breach => self.events.push_back(Event::Rejected {
                message: mistake.message,
                error: mistake.error,
                code: None,
            }),
            _ => {
                let id = mistake.id.as_deref();
                let due = if self.watching {
                    Due {
                        replies: mistake.replies,
                        optional: true,
                        first: mistake.first,
                        ..Due::default()
                    }
                } else {
                    let text = match &mistake.error {
                        SessionError::Malformed(error) => error.to_string(),
                        _ => row.rule.to_owned(),
                    };
                    Due {
                        replies: vec![FAILURE],
                        ready: Some(facts::failure(text, &mistake.code, id)),
                        first: mistake.first,
                        ..Due::default()
                    }
                };
                self.books.dues.add(id, due);
                self.events.push_back(Event::Rejected {
                    message: mistake.message,
                    error: mistake.error,
                    code: Some(mistake.code),
                });
            }
        }
    }

    // What goes out.

    /// The bytes to write: `envelope` as a line, before and after it what the session answers on
    /// its own.
    pub(crate) fn send(
        &mut self,
        envelope: Union,
        deadline: Option<Instant>,
    ) -> Result<Vec<u8>, SendError> {
        self.send_one(envelope, deadline)?;
        self.send_ready();
        Ok(self.data_to_send())
    }

    pub(crate) fn data_to_send(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// The party that is watched has sent `envelope`; what was wrong with that, if anything was.
    pub(crate) fn seen_sending(&mut self, envelope: Union) -> Option<ProtocolViolation> {
        self.leave(envelope, None).err()
    }

    fn send_one(&mut self, envelope: Union, deadline: Option<Instant>) -> Result<(), SendError> {
        let line = encode(&envelope)?;
        if self.leave(envelope, deadline)? {
            self.out.extend(line);
        }
        Ok(())
    }

    /// What the session answers on its own and whose turn has come.
    fn send_ready(&mut self) {
        while let Some(ready) = self.books.dues.next_ready() {
            if self.send_one(ready, None).is_err() {
                return;
            }
        }
    }

    /// An envelope leaves, or is dropped (false).
    fn leave(
        &mut self,
        envelope: Union,
        deadline: Option<Instant>,
    ) -> Result<bool, ProtocolViolation> {
        let kind = kind_of(&envelope);
        let happening = Happening::Sends(kind.tag);
        let found = if kind.sender == self.role {
            self.look_up(happening, kind, &envelope)
        } else {
            self.meets(Signal::Misdirected, None)
        };
        let Some((row, condition)) = found else {
            return Ok(false);
        };
        if row.outcome == Outcome::Breach || kind.sender != self.role {
            return Err(self.violation(happening, condition, row));
        }
        let id = (kind.id)(&envelope).map(str::to_owned);
        if let Some((due, _)) = self.books.dues.find(id.as_deref(), kind.tag) {
            self.books.dues.settle(id.as_deref(), due);
        }
        if row.outcome == Outcome::Drop {
            let reason = condition.map_or(kind.tag, Condition::as_str);
            *self.dropped.entry(reason).or_default() += 1;
            return Ok(false);
        }
        if kind.tag == OPENING {
            self.books.version = (kind.version)(&envelope).map(str::to_owned);
        } else if kind.tag == ANSWER {
            self.books.answer = facts::answer_of(&envelope).cloned();
        }
        if kind.reply.is_some() {
            let request = Request {
                envelope,
                id,
                deadline,
            };
            self.books.in_flight.add(request, kind.replies());
        }
        self.go(row, format!("{} was sent", kind.tag));
        Ok(true)
    }

    // Time.

    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let requests = self.books.in_flight.requests();
        requests.filter_map(|request| request.deadline).min()
    }

    pub(crate) fn time_out(&mut self, now: Instant) -> Vec<Event> {
        let requests = self.books.in_flight.requests();
        let over: Vec<Request> = requests
            .filter(|request| request.deadline.is_some_and(|deadline| deadline <= now))
            .cloned()
            .collect();
        for request in over {
            let condition = match request.id {
                None => Condition::LockStep,
                Some(_) => Condition::Correlated,
            };
            let Some((row, _)) = self.meets(Signal::Deadline, Some(condition)) else {
                continue;
            };
            self.books.in_flight.give_up(request.id.as_deref());
            let requirement = row.requirement;
            self.events.push_back(Event::Failed {
                request,
                error: SessionError::TimedOut { requirement },
            });
            self.go(row, "no reply came in time".to_owned());
        }
        self.events()
    }

    // The table.

    fn meets(
        &self,
        signal: Signal,
        condition: Option<Condition>,
    ) -> Option<(&'static Row, Option<Condition>)> {
        self.find(Happening::Meets(signal), condition)
    }

    fn look_up(
        &self,
        happening: Happening,
        kind: &Kind,
        envelope: &Union,
    ) -> Option<(&'static Row, Option<Condition>)> {
        let sends = matches!(happening, Happening::Sends(_));
        let question = question(self.role, self.state, happening);
        let condition = question.and_then(|asked| self.books.judge(asked, kind, envelope, sends));
        self.find(happening, condition)
    }

    /// What the table says, and under which condition.
    fn find(
        &self,
        happening: Happening,
        condition: Option<Condition>,
    ) -> Option<(&'static Row, Option<Condition>)> {
        let mut rows = rows(self.role, self.state, happening);
        let row = rows.find(|row| row.condition.is_none() || row.condition == condition)?;
        Some((row, row.condition))
    }

    fn violation(
        &self,
        happening: Happening,
        condition: Option<Condition>,
        row: &Row,
    ) -> ProtocolViolation {
        ProtocolViolation {
            role: self.role,
            state: self.state,
            happening,
            condition,
            requirement: row.requirement,
            rule: row.rule,
        }
    }

    /// Moves to the next state; at the end, whatever waits fails.
    fn go(&mut self, row: &Row, how: String) {
        let was = std::mem::replace(&mut self.state, row.to);
        if row.to == was || !self.is_closed() {
            return;
        }
        let ours = self.books.in_flight.requests();
        let waiting: Vec<Request> = ours.chain(self.books.dues.requests()).cloned().collect();
        self.books.in_flight.clear();
        self.books.dues.withdraw();
        for request in waiting {
            self.events.push_back(Event::Failed {
                request,
                error: SessionError::SessionClosed {
                    reason: how.clone(),
                    requirement: row.requirement,
                },
            });
        }
        self.events.push_back(Event::Closed { reason: how });
    }
}

/// What came in and does not count.
struct Mistake {
    reason: &'static str,
    message: Option<Message>,
    id: Option<String>,
    error: SessionError,
    code: String,
    replies: Vec<&'static str>,
    first: bool,
}

fn item(line: Result<Vec<u8>, DecodeError>) -> Item {
    match line {
        Ok(line) => Item::Line(line),
        Err(error) => Item::Malformed(error),
    }
}
