//! Plain values against the tables: every fault of a message, and what is left of it to be typed.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::envelopes::ENVELOPES;
use super::json::{Json, Members};
use super::pointers::Place;
use super::shapes::{self, Kind, Member, Misfit, Shape};
use super::tables::TAG;
use crate::faults::{self, Fault};

const NAME_OF_AN_ENVELOPE: &str = "the name of an envelope";

/// One fault: the rule, the pointer, and what was expected.
pub(crate) type Found = (&'static Fault, String, String);

/// What was found on the way; the walk ends when it has enough.
struct Faults {
    found: Vec<Found>,
    most: usize,
    strict: bool,
}

type Walk = ControlFlow<()>;

/// The first `most` faults of a message, in the order of the model; of an unknown envelope only
/// its tag is looked at.
///
/// `strict` adds what stops no reader and shows in no typed value: unknown envelopes and members,
/// nulls, missing members that authors owe and readers have a default for.
pub(crate) fn faults(message: &Json<'_>, strict: bool, most: usize) -> Vec<Found> {
    let mut faults = Faults {
        found: Vec::new(),
        most,
        strict,
    };
    // Whether it was cut short shows in how much was found.
    let _ = faults.message(message);
    faults.found
}

/// The shape of the envelopes with a tag.
pub(crate) fn shape_of(tag: &str) -> Option<&'static Shape> {
    ENVELOPES
        .iter()
        .find(|(known, _)| *known == tag)
        .map(|(_, shape)| *shape)
}

impl Faults {
    fn add(&mut self, fault: &'static Fault, pointer: String, detail: String) -> Walk {
        self.found.push((fault, pointer, detail));
        if self.found.len() >= self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn misfit(&mut self, value: &Json<'_>, expected: &str, pointer: String) -> Walk {
        let fault = match value {
            Json::Null => &faults::NULL_MEMBER,
            _ => &faults::WRONG_TYPE,
        };
        let detail = format!("expected {expected}, found {}", name_of(value));
        self.add(fault, pointer, detail)
    }

    fn message(&mut self, message: &Json<'_>) -> Walk {
        let place = &mut Place::default();
        let Json::Object(members) = message else {
            let detail = format!("expected an object, found {}", name_of(message));
            return self.add(&faults::NOT_AN_OBJECT, place.pointer(), detail);
        };
        match members.get(TAG) {
            None => self.add(
                &faults::MISSING_MEMBER,
                place.pointer_to(TAG),
                format!("expected {NAME_OF_AN_ENVELOPE}"),
            ),
            Some(Json::String(tag)) => match shape_of(tag) {
                Some(shape) => self.members(shape, members, place),
                None if self.strict => {
                    let known: Vec<_> = ENVELOPES.iter().map(|(tag, _)| *tag).collect();
                    let detail = format!("expected one of {}", known.join(", "));
                    self.add(&faults::UNKNOWN_ENVELOPE, place.pointer_to(TAG), detail)
                }
                None => Walk::Continue(()),
            },
            Some(value) => self.misfit(value, NAME_OF_AN_ENVELOPE, place.pointer_to(TAG)),
        }
    }

    fn members(&mut self, shape: &Shape, members: &Members<'_>, place: &mut Place) -> Walk {
        for member in shape.members {
            match members.get(member.name) {
                None if member.required => self.absent(&faults::MISSING_MEMBER, member, place)?,
                None if self.strict && member.owed => {
                    self.absent(&faults::MISSING_FOR_AUTHOR, member, place)?;
                }
                None => {}
                Some(Json::Null) if member.nullable => self.null(member, place)?,
                Some(value) => self.member(member, value, place)?,
            }
        }
        if self.strict {
            self.unknown(shape, members, place)?;
        }
        Walk::Continue(())
    }

    fn absent(&mut self, fault: &'static Fault, member: &Member, place: &Place) -> Walk {
        let detail = format!("expected {}", expected(member));
        self.add(fault, place.pointer_to(member.name), detail)
    }

    fn null(&mut self, member: &Member, place: &Place) -> Walk {
        if !self.strict {
            return Walk::Continue(());
        }
        let alternative = if member.owed { "" } else { ", or no member" };
        let detail = format!("expected {}{alternative}", expected(member));
        self.add(&faults::NULL_WRITTEN, place.pointer_to(member.name), detail)?;
        if member.owed {
            self.absent(&faults::MISSING_FOR_AUTHOR, member, place)?;
        }
        Walk::Continue(())
    }

    fn unknown(&mut self, shape: &Shape, members: &Members<'_>, place: &Place) -> Walk {
        for (name, _) in &members.entries {
            let listed = shape.members.iter().any(|member| member.name == name)
                || shape.tag.is_some_and(|(tag, _)| tag == name);
            if !listed {
                let names: Vec<_> = shape.members.iter().map(|member| member.name).collect();
                let only = if names.is_empty() {
                    "the tag".to_owned()
                } else {
                    names.join(", ")
                };
                let detail = format!("expected only {only}");
                self.add(&faults::UNKNOWN_MEMBER, place.pointer_to(name), detail)?;
            }
        }
        Walk::Continue(())
    }

    fn member(&mut self, member: &Member, value: &Json<'_>, place: &mut Place) -> Walk {
        let length = place.enter(member.name);
        match value {
            Json::Array(items) if member.many => {
                for (index, item) in items.iter().enumerate() {
                    let length = place.enter_item(index);
                    self.value(member.kind, item, place)?;
                    place.leave_to(length);
                }
            }
            _ if member.many => self.misfit(value, &expected(member), place.pointer())?,
            _ => self.value(member.kind, value, place)?,
        }
        place.leave_to(length);
        Walk::Continue(())
    }

    fn value(&mut self, kind: &Kind, value: &Json<'_>, place: &mut Place) -> Walk {
        let misfit = match (&kind.json, value) {
            (shapes::Json::Object(shape), Json::Object(members)) => {
                return self.members(shape, members, place);
            }
            (shapes::Json::String { .. }, Json::String(text)) => kind.misfit_of_text(text),
            (shapes::Json::Boolean, Json::Boolean(_)) => None,
            (shapes::Json::Integer { .. }, Json::Number(digits)) if is_integer(digits) => {
                kind.misfit_of_integer(integer(digits))
            }
            (shapes::Json::Number { .. }, Json::Number(digits)) => {
                // Whatever JSON spells as a number is one.
                kind.misfit_of_number(digits.parse().unwrap_or(f64::NAN))
            }
            _ => return self.misfit(value, kind.expected, place.pointer()),
        };
        let fault = match misfit {
            None => return Walk::Continue(()),
            Some(Misfit::TooShort) => &faults::TOO_SHORT,
            Some(Misfit::TooLong) => &faults::TOO_LONG,
            Some(Misfit::Unlisted) => &faults::NOT_IN_VOCABULARY,
            Some(Misfit::OutOfRange) => &faults::OUT_OF_RANGE,
        };
        let detail = format!("expected {}", kind.expected);
        self.add(fault, place.pointer(), detail)
    }
}

fn expected(member: &Member) -> String {
    if member.many {
        format!("an array, each item {}", member.kind.expected)
    } else {
        member.kind.expected.to_owned()
    }
}

fn name_of(value: &Json<'_>) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Boolean(_) => "a boolean",
        Json::Number(digits) if is_integer(digits) => "an integer",
        Json::Number(_) => "a number with a fraction or an exponent",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

fn is_integer(digits: &str) -> bool {
    !digits.contains(['.', 'e', 'E'])
}

/// The integer that is spelt, or one that is beyond every width.
fn integer(digits: &str) -> i128 {
    let beyond = if digits.starts_with('-') {
        i128::MIN
    } else {
        i128::MAX
    };
    digits.parse().unwrap_or(beyond)
}

/// The pointers of members that stand twice, in the order of the message, up to `most`.
pub(crate) fn doubled(value: &Json<'_>, most: usize) -> Vec<String> {
    let mut found = Vec::new();
    add_doubled(value, &mut Place::default(), most, &mut found);
    found
}

fn add_doubled(value: &Json<'_>, place: &mut Place, most: usize, found: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            if !members.doubled.is_empty() {
                let names = members.doubled_in_order();
                let left = most.saturating_sub(found.len());
                found.extend(names.take(left).map(|name| place.pointer_to(name)));
            }
            for (name, value) in &members.entries {
                if matches!(value, Json::Object(_) | Json::Array(_)) {
                    let length = place.enter(name);
                    add_doubled(value, place, most, found);
                    place.leave_to(length);
                }
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                if matches!(item, Json::Object(_) | Json::Array(_)) {
                    let length = place.enter_item(index);
                    add_doubled(item, place, most, found);
                    place.leave_to(length);
                }
            }
        }
        _ => {}
    }
}

/// A sound message written anew: each member once, and without all that reads as absent, which are
/// unknown members, and nulls where null is allowed.
pub(crate) fn rewritten(members: &Members<'_>, tag: &str, shape: &Shape) -> String {
    let mut text = String::new();
    write_members(members, Some(tag), shape, &mut text);
    text
}

fn write_members(members: &Members<'_>, tag: Option<&str>, shape: &Shape, text: &mut String) {
    text.push('{');
    let mut written = false;
    if let Some(tag) = tag {
        let _ = write!(text, "{}:{}", quoted(TAG), quoted(tag));
        written = true;
    }
    for member in shape.members {
        match members.get(member.name) {
            None => {}
            Some(Json::Null) if member.nullable => {}
            Some(value) => {
                if written {
                    text.push(',');
                }
                written = true;
                text.push_str(&quoted(member.name));
                text.push(':');
                write_value(value, member.kind, text);
            }
        }
    }
    text.push('}');
}

fn write_value(value: &Json<'_>, kind: &Kind, text: &mut String) {
    match value {
        Json::Null => text.push_str("null"),
        Json::Boolean(true) => text.push_str("true"),
        Json::Boolean(false) => text.push_str("false"),
        // There is one integer zero.
        Json::Number("-0") if matches!(kind.json, shapes::Json::Integer { .. }) => text.push('0'),
        Json::Number(digits) => text.push_str(digits),
        Json::String(string) => text.push_str(&quoted(string)),
        Json::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_value(item, kind, text);
            }
            text.push(']');
        }
        Json::Object(members) => match kind.json {
            shapes::Json::Object(shape) => write_members(members, None, shape, text),
            _ => text.push_str("{}"),
        },
    }
}

fn quoted(text: &str) -> String {
    // A text can always be written.
    serde_json::to_string(text).unwrap_or_default()
}
