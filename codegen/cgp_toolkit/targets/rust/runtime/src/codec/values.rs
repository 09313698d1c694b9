//! How one value is read and written in place, whatever the format behind serde.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::{self, Serialize, SerializeSeq, Serializer};

use super::pointers::Place;
use super::shapes::{Json, Kind};
use super::tables::SPARE_DEPTH;

/// What is noticed while a message is read.
#[derive(Debug, Default)]
pub(crate) struct Context {
    unknown: Cell<bool>,
}

impl Context {
    /// Whether a member was met that the model does not list.
    pub(crate) fn met_unknown(&self) -> bool {
        self.unknown.get()
    }

    /// Takes the value of a member that the model does not list.
    pub(crate) fn skip<'de, A: MapAccess<'de>>(&self, members: &mut A) -> Result<(), A::Error> {
        self.unknown.set(true);
        members.next_value_seed(Skip {
            levels: SPARE_DEPTH,
        })
    }
}

/// What can stand for a named type of the model.
pub(crate) trait Value: Sized {
    /// The value that `deserializer` holds, if readers take it for one of `kind`.
    fn read<'de, D: Deserializer<'de>>(
        context: &Context,
        kind: &'static Kind,
        deserializer: D,
    ) -> Result<Self, D::Error>;

    /// Writes the value; an error if JSON has no such value.
    fn write<S: Serializer>(&self, kind: &'static Kind, serializer: S) -> Result<S::Ok, S::Error>;

    /// Leads to the first value that can't be written, and gives its kind.
    fn refused(&self, _kind: &'static Kind, _place: &mut Place) -> Option<&'static Kind> {
        None
    }
}

/// Reads a value of a kind.
pub(crate) struct Expect<'c, T> {
    context: &'c Context,
    kind: &'static Kind,
    of: PhantomData<T>,
}

impl<'c, T> Expect<'c, T> {
    pub(crate) fn new(context: &'c Context, kind: &'static Kind) -> Self {
        Self {
            context,
            kind,
            of: PhantomData,
        }
    }
}

impl<'de, T: Value> DeserializeSeed<'de> for Expect<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(self.context, self.kind, deserializer)
    }
}

/// Reads a value of a kind, or `null`.
pub(crate) struct ExpectOrNull<'c, T>(Expect<'c, T>);

impl<'c, T> ExpectOrNull<'c, T> {
    pub(crate) fn new(context: &'c Context, kind: &'static Kind) -> Self {
        Self(Expect::new(context, kind))
    }
}

impl<'de, T: Value> DeserializeSeed<'de> for ExpectOrNull<'_, T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, T: Value> Visitor<'de> for ExpectOrNull<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} or null", self.0.kind.expected)
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

/// A value as it is written.
pub(crate) struct Written<'v, T>(pub(crate) &'v T, pub(crate) &'static Kind);

impl<T: Value> Serialize for Written<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(self.1, serializer)
    }
}

/// The index of a member's name; one past the end for a name that is not listed.
pub(crate) struct Name {
    pub(crate) names: &'static [&'static str],
    /// Where to look first: members mostly come in the order of the model.
    pub(crate) likely: usize,
}

impl<'de> DeserializeSeed<'de> for Name {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<usize, E> {
        let (before, after) = self.names.split_at(self.likely.min(self.names.len()));
        let found = after.iter().position(|known| *known == name);
        Ok(found
            .map(|index| before.len() + index)
            .or_else(|| before.iter().position(|known| *known == name))
            .unwrap_or(self.names.len()))
    }
}

/// Reads any value, checks its syntax, and keeps nothing of it.
struct Skip {
    levels: usize,
}

impl Skip {
    fn inside<E: de::Error>(&self) -> Result<usize, E> {
        self.levels
            .checked_sub(1)
            .ok_or_else(|| E::custom("arrays and objects are nested too deeply"))
    }
}

impl<'de> DeserializeSeed<'de> for Skip {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Skip {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let levels = self.inside()?;
        while items.next_element_seed(Skip { levels })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let levels = self.inside()?;
        while members.next_key_seed(Skip { levels: 0 })?.is_some() {
            members.next_value_seed(Skip { levels })?;
        }
        Ok(())
    }
}

/// Reads a text of a kind.
struct Text<'k>(&'k Kind);

impl Text<'_> {
    fn check<E: de::Error>(&self, text: &str) -> Result<(), E> {
        match self.0.misfit_of_text(text) {
            None => Ok(()),
            Some(_) => Err(E::custom(format_args!("expected {}", self.0.expected))),
        }
    }
}

impl Visitor<'_> for Text<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        self.check(text)?;
        Ok(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<String, E> {
        self.check(&text)?;
        Ok(text)
    }
}

impl Value for String {
    fn read<'de, D: Deserializer<'de>>(
        _: &Context,
        kind: &'static Kind,
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_string(Text(kind))
    }

    fn write<S: Serializer>(&self, _: &'static Kind, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl Value for bool {
    fn read<'de, D: Deserializer<'de>>(
        _: &Context,
        _: &'static Kind,
        deserializer: D,
    ) -> Result<Self, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }

    fn write<S: Serializer>(&self, _: &'static Kind, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self)
    }
}

/// Reads an integer of a kind.
struct Integer<'k, T>(&'k Kind, PhantomData<T>);

impl<T: TryFrom<i128>> Integer<'_, T> {
    fn fit<E: de::Error>(self, integer: i128, found: Unexpected<'_>) -> Result<T, E> {
        match self.0.misfit_of_integer(integer) {
            None => T::try_from(integer).map_err(|_| E::invalid_value(found, &self)),
            Some(_) => Err(E::invalid_value(found, &self)),
        }
    }
}

impl<T: TryFrom<i128>> Visitor<'_> for Integer<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.expected)
    }

    fn visit_i64<E: de::Error>(self, integer: i64) -> Result<T, E> {
        self.fit(integer.into(), Unexpected::Signed(integer))
    }

    fn visit_u64<E: de::Error>(self, integer: u64) -> Result<T, E> {
        self.fit(integer.into(), Unexpected::Unsigned(integer))
    }
}

macro_rules! integers {
    ($($type:ty: $read:ident, $write:ident;)*) => {$(
        impl Value for $type {
            fn read<'de, D: Deserializer<'de>>(
                _: &Context,
                kind: &'static Kind,
                deserializer: D,
            ) -> Result<Self, D::Error> {
                deserializer.$read(Integer(kind, PhantomData))
            }

            fn write<S: Serializer>(
                &self,
                _: &'static Kind,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.$write(*self)
            }
        }
    )*};
}

integers! {
    i32: deserialize_i32, serialize_i32;
    i64: deserialize_i64, serialize_i64;
    u32: deserialize_u32, serialize_u32;
    u64: deserialize_u64, serialize_u64;
}

/// Reads a number of a kind; an integer serves as one.
struct Number<'k>(&'k Kind);

impl Visitor<'_> for Number<'_> {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.expected)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<f64, E> {
        match self.0.misfit_of_number(number) {
            None => Ok(number),
            Some(_) => Err(E::invalid_value(Unexpected::Float(number), &self)),
        }
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<f64, E> {
        self.visit_f64(number as f64)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<f64, E> {
        self.visit_f64(number as f64)
    }
}

impl Value for f64 {
    fn read<'de, D: Deserializer<'de>>(
        _: &Context,
        kind: &'static Kind,
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_f64(Number(kind))
    }

    fn write<S: Serializer>(&self, kind: &'static Kind, serializer: S) -> Result<S::Ok, S::Error> {
        if can_be_written(*self, kind) {
            serializer.serialize_f64(*self)
        } else {
            Err(ser::Error::custom(format_args!(
                "expected {}",
                kind.expected
            )))
        }
    }

    fn refused(&self, kind: &'static Kind, _: &mut Place) -> Option<&'static Kind> {
        (!can_be_written(*self, kind)).then_some(kind)
    }
}

fn can_be_written(number: f64, kind: &Kind) -> bool {
    match kind.json {
        Json::Number { largest, .. } => number.abs() <= largest,
        _ => number.is_finite(),
    }
}

impl<T: Value> Value for Box<T> {
    fn read<'de, D: Deserializer<'de>>(
        context: &Context,
        kind: &'static Kind,
        deserializer: D,
    ) -> Result<Self, D::Error> {
        T::read(context, kind, deserializer).map(Box::new)
    }

    fn write<S: Serializer>(&self, kind: &'static Kind, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).write(kind, serializer)
    }

    fn refused(&self, kind: &'static Kind, place: &mut Place) -> Option<&'static Kind> {
        (**self).refused(kind, place)
    }
}

/// Reads an array, each item of a kind.
struct Items<'c, T>(Expect<'c, T>);

impl<'de, T: Value> Visitor<'de> for Items<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array, each item {}", self.0.kind.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let Expect { context, kind, .. } = self.0;
        let mut found = Vec::new();
        while let Some(item) = items.next_element_seed(Expect::new(context, kind))? {
            found.push(item);
        }
        Ok(found)
    }
}

impl<T: Value> Value for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(
        context: &Context,
        kind: &'static Kind,
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(Expect::new(context, kind)))
    }

    fn write<S: Serializer>(&self, kind: &'static Kind, serializer: S) -> Result<S::Ok, S::Error> {
        let mut items = serializer.serialize_seq(Some(self.len()))?;
        for item in self {
            items.serialize_element(&Written(item, kind))?;
        }
        items.end()
    }

    fn refused(&self, kind: &'static Kind, place: &mut Place) -> Option<&'static Kind> {
        self.iter().enumerate().find_map(|(index, item)| {
            let length = place.enter_item(index);
            let found = item.refused(kind, place);
            if found.is_none() {
                place.leave_to(length);
            }
            found
        })
    }
}
