//! JSON as it stands: a parser that tells all that is wrong with a text.
//!
//! It comes in only for messages that the typed decoder has refused. Numbers are kept as they are
//! spelt, members in their order; of two members of one name the last one counts, at the place of
//! the first.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// More levels are not looked into: whatever they hold, they are too many.
const DEEPEST: usize = 1000;

/// From so many members on, names are looked up in a table.
const MANY: usize = 16;

/// A JSON value.
#[derive(Debug)]
pub(crate) enum Json<'t> {
    Null,
    Boolean(bool),
    Number(&'t str),
    String(Cow<'t, str>),
    Array(Vec<Json<'t>>),
    Object(Members<'t>),
}

/// The members of an object, and the names of those that stand in it more than once.
#[derive(Debug, Default)]
pub(crate) struct Members<'t> {
    pub(crate) entries: Vec<(Cow<'t, str>, Json<'t>)>,
    pub(crate) doubled: Vec<Cow<'t, str>>,
}

impl<'t> Members<'t> {
    /// The value of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&Json<'t>> {
        self.entries
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// The names that stand more than once, each once, in the order in which they come first.
    pub(crate) fn doubled_in_order(&self) -> impl Iterator<Item = &Cow<'t, str>> {
        let doubled: HashSet<&str> = self.doubled.iter().map(|name| &**name).collect();
        self.entries
            .iter()
            .map(|(name, _)| name)
            .filter(move |name| doubled.contains(&***name))
    }
}

/// A text that was read.
#[derive(Debug)]
pub(crate) struct Parsed<'t> {
    pub(crate) value: Json<'t>,
    /// The levels of arrays and objects.
    pub(crate) depth: usize,
    halves: Vec<String>,
}

impl Parsed<'_> {
    /// Whether a string escape names half of a surrogate pair.
    pub(crate) fn has_half_pair(&self) -> bool {
        !self.halves.is_empty()
    }

    /// Whether `text`, as it was read, has half of a surrogate pair in it.
    pub(crate) fn is_half(&self, text: &str) -> bool {
        self.halves.iter().any(|half| half == text)
    }
}

/// Why a text is no JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotJson {
    /// Something else stands at this byte.
    At(usize),
    /// There are more levels than any parser holds.
    Bottomless,
}

/// The one value in a text.
pub(crate) fn parse(text: &str) -> Result<Parsed<'_>, NotJson> {
    let mut parser = Parser::new(text);
    let value = parser.value(0)?;
    parser.space();
    if parser.at < text.len() {
        return Err(parser.wrong());
    }
    Ok(Parsed {
        value,
        depth: parser.deepest,
        halves: parser.halves,
    })
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    deepest: usize,
    halves: Vec<String>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            deepest: 0,
            halves: Vec::new(),
        }
    }

    fn wrong(&self) -> NotJson {
        NotJson::At(self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.peek() != Some(byte) {
            return Err(self.wrong());
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &str, value: Json<'t>) -> Result<Json<'t>, NotJson> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.wrong());
        }
        self.at += word.len();
        Ok(value)
    }

    fn value(&mut self, level: usize) -> Result<Json<'t>, NotJson> {
        self.space();
        match self.peek() {
            Some(b'{') => self.object(level + 1),
            Some(b'[') => self.array(level + 1),
            Some(b'"') => self.string().map(Json::String),
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Boolean(true)),
            Some(b'f') => self.word("false", Json::Boolean(false)),
            _ => self.number(),
        }
    }

    fn enter(&mut self, level: usize) -> Result<(), NotJson> {
        self.at += 1;
        self.deepest = self.deepest.max(level);
        if level > DEEPEST {
            return Err(NotJson::Bottomless);
        }
        self.space();
        Ok(())
    }

    fn array(&mut self, level: usize) -> Result<Json<'t>, NotJson> {
        self.enter(level)?;
        let mut items = Vec::new();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(level)?);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Json::Array(items));
                }
                _ => return Err(self.wrong()),
            }
        }
    }

    fn object(&mut self, level: usize) -> Result<Json<'t>, NotJson> {
        self.enter(level)?;
        let mut members = Collector::default();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members.found));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.wrong());
            }
            let name = self.string()?;
            self.space();
            self.take(b':')?;
            let value = self.value(level)?;
            members.add(name, value);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Json::Object(members.found));
                }
                _ => return Err(self.wrong()),
            }
        }
    }

    fn number(&mut self) -> Result<Json<'t>, NotJson> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Json::Number(&self.text[start..self.at]))
    }

    fn digits(&mut self) -> Result<(), NotJson> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.wrong());
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    /// The text of a string, borrowed if it has no escapes.
    fn string(&mut self) -> Result<Cow<'t, str>, NotJson> {
        let halves = self.halves.len();
        self.at += 1;
        let mut start = self.at;
        let mut text = String::new();
        loop {
            match self.peek() {
                Some(b'"') => {
                    let rest = &self.text[start..self.at];
                    self.at += 1;
                    if text.is_empty() {
                        return Ok(Cow::Borrowed(rest));
                    }
                    text.push_str(rest);
                    if self.halves.len() > halves {
                        self.halves.truncate(halves);
                        self.halves.push(text.clone());
                    }
                    return Ok(Cow::Owned(text));
                }
                Some(b'\\') => {
                    text.push_str(&self.text[start..self.at]);
                    self.at += 1;
                    self.escape(&mut text)?;
                    start = self.at;
                }
                Some(byte) if byte >= b' ' => self.at += 1,
                _ => return Err(self.wrong()),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), NotJson> {
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode(text);
            }
            _ => return Err(self.wrong()),
        };
        self.at += 1;
        text.push(character);
        Ok(())
    }

    fn unicode(&mut self, text: &mut String) -> Result<(), NotJson> {
        let unit = self.hexadecimal()?;
        if let Some(character) = char::from_u32(unit) {
            text.push(character);
            return Ok(());
        }
        if unit < 0xdc00 && self.bytes[self.at..].starts_with(b"\\u") {
            let back = self.at;
            self.at += 2;
            let low = self.hexadecimal()?;
            if (0xdc00..0xe000).contains(&low) {
                let pair = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                text.extend(char::from_u32(pair));
                return Ok(());
            }
            self.at = back;
        }
        // No text can hold it: what stands for it is its escape, and the message is refused.
        let escape = format!("\\u{unit:04x}");
        text.push_str(&escape);
        self.halves.push(escape);
        Ok(())
    }

    fn hexadecimal(&mut self) -> Result<u32, NotJson> {
        let mut number = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            number = number * 16 + digit.ok_or(self.wrong())?;
            self.at += 1;
        }
        Ok(number)
    }
}

/// Members as they come in.
#[derive(Default)]
struct Collector<'t> {
    found: Members<'t>,
    places: HashMap<Cow<'t, str>, usize>,
}

impl<'t> Collector<'t> {
    fn add(&mut self, name: Cow<'t, str>, value: Json<'t>) {
        let entries = &mut self.found.entries;
        if entries.len() == MANY && self.places.is_empty() {
            let names = entries.iter().map(|(name, _)| name.clone());
            self.places = names.enumerate().map(|(at, name)| (name, at)).collect();
        }
        let place = if self.places.is_empty() {
            entries.iter().position(|(known, _)| *known == name)
        } else {
            self.places.get(&name).copied()
        };
        if let Some(at) = place {
            entries[at].1 = value;
            self.found.doubled.push(name);
            return;
        }
        if !self.places.is_empty() {
            self.places.insert(name.clone(), entries.len());
        }
        entries.push((name, value));
    }
}
