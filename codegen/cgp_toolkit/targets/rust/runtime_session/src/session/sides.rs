//! The two sides of a session: the one that opens it and asks, and the one that answers.

/// The methods that all sides have.
macro_rules! side {
    ($session:ident, $role:ident) => {
        impl $session {
            /// The role of the side.
            pub const ROLE: Role = Role::$role;

            /// Where the session stands.
            pub fn state(&self) -> State {
                self.party.state
            }

            /// Whether the session is over.
            pub fn is_closed(&self) -> bool {
                self.party.is_closed()
            }

            /// What was ignored, counted by reason.
            pub fn dropped(&self) -> &std::collections::BTreeMap<&'static str, usize> {
                &self.party.dropped
            }

            /// The requests that wait for a reply, of both parties.
            pub fn in_flight(&self) -> Vec<&Request> {
                self.party.in_flight()
            }

            /// Bytes have come in: the events of all lines that are complete now.
            pub fn receive_data(&mut self, data: &[u8]) -> Vec<Event> {
                self.party.feed(data);
                self.party.events()
            }

            /// A message that was read elsewhere has come in, or a line that was none.
            pub fn receive(&mut self, message: Result<Message, DecodeError>) -> Vec<Event> {
                self.party.feed_message(message);
                self.party.events()
            }

            /// The input has ended; a last line without line end still counts.
            pub fn receive_eof(&mut self) -> Vec<Event> {
                self.party.feed_eof();
                self.party.events()
            }

            /// Bytes have come in; [`next_event`](Self::next_event) looks at them.
            pub fn feed(&mut self, data: &[u8]) {
                self.party.feed(data);
            }

            /// The input has ended; [`next_event`](Self::next_event) looks at that.
            pub fn feed_eof(&mut self) {
                self.party.feed_eof();
            }

            /// The next event of what was fed, and of what was sent.
            ///
            /// A line is looked at when its turn comes. So a reply that is sent between two events
            /// counts before the next line does, however the input was chopped.
            pub fn next_event(&mut self) -> Option<Event> {
                self.party.next_event()
            }

            /// The bytes to write since the last call: what the session answers on its own.
            pub fn data_to_send(&mut self) -> Vec<u8> {
                self.party.data_to_send()
            }
        }
    };
}

/// The side that opens the session.
macro_rules! asking {
    ($session:ident, $role:ident) => {
        side!($session, $role);

        impl $session {
            /// A session of which nothing has been said.
            pub fn new() -> Self {
                Self::with_max_line(MAX_LINE_BYTES)
            }

            /// The same with another limit to lines.
            pub fn with_max_line(max_line: usize) -> Self {
                Self {
                    party: Party::new(Role::$role, None, max_line),
                    ids: 0,
                }
            }

            /// The bytes to write: `envelope` as a line.
            ///
            /// # Errors
            ///
            /// If it may not be sent now, or can't be written; then everything is as it was.
            pub fn send(&mut self, envelope: impl Into<Union>) -> Result<Vec<u8>, SendError> {
                self.party.send(envelope.into(), None)
            }

            /// The same, with the instant by which the reply has to be there.
            ///
            /// # Errors
            ///
            /// Those of [`send`](Self::send).
            pub fn send_with_deadline(
                &mut self,
                envelope: impl Into<Union>,
                deadline: std::time::Instant,
            ) -> Result<Vec<u8>, SendError> {
                self.party.send(envelope.into(), Some(deadline))
            }

            /// A correlation id that no request in flight has and that was not returned before.
            pub fn next_id(&mut self) -> String {
                loop {
                    self.ids += 1;
                    let id = spelt(self.ids);
                    if !self.party.books.in_flight.holds(Some(&id)) {
                        return id;
                    }
                }
            }

            /// When [`time_out`](Self::time_out) has to be called next, if ever.
            pub fn next_deadline(&self) -> Option<std::time::Instant> {
                self.party.next_deadline()
            }

            /// It is `now`: the events of requests that have run out of time.
            pub fn time_out(&mut self, now: std::time::Instant) -> Vec<Event> {
                self.party.time_out(now)
            }
        }

        impl Default for $session {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

/// The side that is asked.
macro_rules! answering {
    ($session:ident, $role:ident) => {
        side!($session, $role);

        impl $session {
            /// A session of which nothing has been said, by a party that speaks this revision.
            pub fn new() -> Self {
                Self::with_version(REVISION)
            }

            /// The same by a party that speaks another version.
            pub fn with_version(version: impl Into<String>) -> Self {
                Self::with_limits(version, MAX_LINE_BYTES)
            }

            /// The same with another limit to lines.
            pub fn with_limits(version: impl Into<String>, max_line: usize) -> Self {
                Self {
                    party: Party::new(Role::$role, Some(version.into()), max_line),
                }
            }

            /// The bytes to write: `envelope` as a line, before and after it what the session
            /// answers on its own.
            ///
            /// # Errors
            ///
            /// If it may not be sent now, or can't be written; then everything is as it was.
            pub fn send(&mut self, envelope: impl Into<Union>) -> Result<Vec<u8>, SendError> {
                self.party.send(envelope.into(), None)
            }
        }

        impl Default for $session {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

pub(crate) use {answering, asking, side};

/// 1, 2, 3 … as a, b, … z, aa, ab …: letters suit whatever form the protocol has for ids.
pub(crate) fn spelt(mut number: u64) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    letters.into_iter().rev().collect()
}
