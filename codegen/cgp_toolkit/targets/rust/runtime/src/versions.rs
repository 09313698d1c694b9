//! Protocol versions: what they say, and who can work with whom.
//!
//! The grammar is the model's ABNF, matched whole, letter for letter and with ASCII digits only. A
//! text outside of it has no family, and nobody guesses one.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use regex::Regex;

use crate::codec::tables::{
    FAMILY_UNTIL, MISMATCH_CODE, REVISION, VERSION_PATTERN, VERSION_REQUIREMENTS,
};

// Families come from peers, and their digits may go on and on.
const LONGEST: usize = 64;

static GRAMMAR: LazyLock<Regex> = LazyLock::new(|| crate::forms::whole(VERSION_PATTERN));

/// A version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    text: String,
    family: usize,
}

impl Version {
    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What has to be equal for two versions to interoperate.
    pub fn family(&self) -> &str {
        &self.text[..self.family]
    }

    /// Whether both are of one family.
    pub fn interoperates_with(&self, other: &Version) -> bool {
        self.family() == other.family()
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        if !GRAMMAR.is_match(text) {
            return Err(VersionError::Unparsable);
        }
        Ok(Self {
            text: text.to_owned(),
            family: text.find(FAMILY_UNTIL).unwrap_or(text.len()),
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The version that `text` spells.
///
/// # Errors
///
/// [`VersionError::Unparsable`] if the grammar does not allow it.
pub fn parse(text: &str) -> Result<Version, VersionError> {
    text.parse()
}

/// Whether two versions are of one family.
///
/// # Errors
///
/// [`VersionError::Unparsable`] if one of them is no version.
pub fn interoperate(a: &str, b: &str) -> Result<bool, VersionError> {
    Ok(parse(a)?.interoperates_with(&parse(b)?))
}

/// Nothing if both are of one family.
///
/// # Errors
///
/// [`VersionError::Mismatch`] if they are not, [`VersionError::Unparsable`] if one is no version.
pub fn require(ours: &str, theirs: &str) -> Result<(), VersionError> {
    let (ours, theirs) = (parse(ours)?, parse(theirs)?);
    if ours.interoperates_with(&theirs) {
        return Ok(());
    }
    Err(VersionError::Mismatch {
        ours: ours.family().to_owned(),
        theirs: theirs.family().to_owned(),
    })
}

/// Why two parties can't work with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VersionError {
    /// A text that the version grammar does not allow. It belongs to no family, so it is
    /// compatible with none.
    Unparsable,
    /// Two versions of different families. Their speakers have to part.
    Mismatch {
        /// Our family.
        ours: String,
        /// The family of the other party.
        theirs: String,
    },
    /// The other party says that our version is not of its family; which one that is, it doesn't
    /// say.
    Refused {
        /// Our version.
        ours: String,
    },
}

impl VersionError {
    /// The error code with which a receiver answers.
    pub fn code(&self) -> &'static str {
        MISMATCH_CODE
    }

    /// The ids of the requirements that are violated.
    pub fn requirements(&self) -> &'static [&'static str] {
        VERSION_REQUIREMENTS
    }
}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unparsable => write!(f, "expected a protocol version such as {REVISION:?}"),
            Self::Mismatch { ours, theirs } => {
                let (ours, theirs) = (shown(ours), shown(theirs));
                write!(f, "the family {theirs:?} is not ours, which is {ours:?}")
            }
            Self::Refused { ours } => {
                write!(
                    f,
                    "the other party does not speak the family of {:?}",
                    shown(ours)
                )
            }
        }
    }
}

impl Error for VersionError {}

fn shown(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}
