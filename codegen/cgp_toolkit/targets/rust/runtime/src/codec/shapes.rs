//! The vocabulary of the tables: what a value, a member and an object look like to a reader.

/// One named type as readers enforce it.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) json: Json,
    /// What an error says, as "expected …".
    pub(crate) expected: &'static str,
}

/// The JSON type behind a named type, and its limits.
#[derive(Debug)]
pub(crate) enum Json {
    /// Lengths are counted in characters; `listed` is all that a closed vocabulary lists.
    String {
        least: usize,
        most: usize,
        listed: Option<&'static [&'static str]>,
    },
    Boolean,
    Integer {
        least: i128,
        most: i128,
    },
    /// `largest` is the largest magnitude that fits the width of the number.
    Number {
        least: f64,
        most: f64,
        largest: f64,
    },
    Object(&'static Shape),
}

/// The members of an object in wire order; the tag of an envelope is not among them.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) members: &'static [Member],
    /// The tag and what it says, where the object is an envelope.
    pub(crate) tag: Option<(&'static str, &'static str)>,
}

/// One member of an object.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static Kind,
    pub(crate) many: bool,
    pub(crate) required: bool,
    /// Whether `null` reads as absent.
    pub(crate) nullable: bool,
    /// Whether authors owe it, though readers have a default for it.
    pub(crate) owed: bool,
}

/// Why a value without members is not of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    TooShort,
    TooLong,
    Unlisted,
    OutOfRange,
}

impl Kind {
    /// What a text breaks; nothing if the kind is no text.
    pub(crate) fn misfit_of_text(&self, text: &str) -> Option<Misfit> {
        let Json::String {
            least,
            most,
            listed,
        } = &self.json
        else {
            return None;
        };
        // Counting is left out where the number of bytes settles it.
        if text.len() < *least || (*least > 1 && text.chars().count() < *least) {
            return Some(Misfit::TooShort);
        }
        if text.len() > *most && text.chars().count() > *most {
            return Some(Misfit::TooLong);
        }
        listed
            .is_some_and(|listed| !listed.contains(&text))
            .then_some(Misfit::Unlisted)
    }

    /// What an integer breaks; nothing if the kind is no number.
    pub(crate) fn misfit_of_integer(&self, integer: i128) -> Option<Misfit> {
        match self.json {
            Json::Integer { least, most } => {
                (!(least..=most).contains(&integer)).then_some(Misfit::OutOfRange)
            }
            Json::Number { .. } => self.misfit_of_number(integer as f64),
            _ => None,
        }
    }

    /// What a number breaks; nothing if the kind is no number.
    pub(crate) fn misfit_of_number(&self, number: f64) -> Option<Misfit> {
        match self.json {
            Json::Number { least, most, .. } => {
                (!(least..=most).contains(&number)).then_some(Misfit::OutOfRange)
            }
            _ => None,
        }
    }
}
