//! The union of all envelopes, told apart by their tag.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Unexpected, Visitor,
};

use super::values::Context;

/// The union of all envelopes.
pub(crate) trait Union: Sized {
    /// The member that tells them apart.
    const TAG: &'static str;

    /// The envelope of a known tag that `deserializer` holds; nothing if the tag is unknown.
    fn read_tagged<'de, D: Deserializer<'de>>(
        tag: &str,
        context: &Context,
        deserializer: D,
    ) -> Option<Result<Self, D::Error>>;

    /// The envelope that the rest of `members` makes, after its tag; nothing if that is unknown.
    fn read_rest<'de, A: MapAccess<'de>>(
        tag: &str,
        context: &Context,
        members: A,
    ) -> Option<Result<Self, A::Error>>;
}

/// Reads an envelope through any serde format.
///
/// What follows the tag is read in place. Only what stands before it, which is nothing in what
/// writers of this protocol write, is held until the tag is known.
pub(crate) struct AnyEnvelope<T>(pub(crate) std::marker::PhantomData<T>);

impl<'de, T: Union> Visitor<'de> for AnyEnvelope<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with the tag {:?}", T::TAG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<T, A::Error> {
        let mut before = Vec::new();
        while let Some(name) = members.next_key::<String>()? {
            if name != T::TAG {
                before.push((name, members.next_value::<serde_json::Value>()?));
                continue;
            }
            let tag = members.next_value::<String>()?;
            let members = Resumed {
                before: before.into_iter(),
                held: None,
                rest: members,
            };
            let unknown = Unexpected::Other("the tag of an unknown envelope");
            return T::read_rest(&tag, &Context::default(), members)
                .unwrap_or_else(|| Err(de::Error::invalid_value(unknown, &self)));
        }
        Err(de::Error::missing_field(T::TAG))
    }
}

/// Members that were held back, then the rest.
struct Resumed<A> {
    before: std::vec::IntoIter<(String, serde_json::Value)>,
    held: Option<serde_json::Value>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Resumed<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.before.next() {
            Some((name, value)) => {
                self.held = Some(value);
                seed.deserialize(name.into_deserializer()).map(Some)
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.held.take() {
            Some(value) => seed.deserialize(value).map_err(de::Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// The union of envelopes: `Variant = "tag": shape, what is done about duplicates;`.
macro_rules! union {
    (
        $union:ident, tag $tag:literal {
            $($envelope:ident = $value:literal: $shape:ident, $duplicates:ident;)*
        }
    ) => {
        impl $union {
            /// The tag that the envelope has on the wire.
            pub fn tag(&self) -> &'static str {
                match self {
                    $(Self::$envelope(_) => $value,)*
                }
            }

            /// Leads to the first value that can't be written, and gives its kind.
            pub(crate) fn refused(
                &self,
                place: &mut $crate::codec::pointers::Place,
            ) -> Option<&'static $crate::codec::shapes::Kind> {
                match self {
                    $(Self::$envelope(envelope) => {
                        $crate::codec::objects::Object::refused_member(envelope, place)
                    })*
                }
            }
        }

        /// What a reader sees in the envelopes, by tag.
        pub(crate) static ENVELOPES: &[(&str, &$crate::codec::shapes::Shape)] =
            &[$(($value, &$shape),)*];

        /// Whether readers refuse a member that stands twice in one object of an envelope.
        pub(crate) fn refuses_duplicates(tag: &str) -> bool {
            match tag {
                $($value => union!(@refuses $duplicates),)*
                _ => false,
            }
        }

        impl $crate::codec::unions::Union for $union {
            const TAG: &'static str = $tag;

            fn read_tagged<'de, D: serde::Deserializer<'de>>(
                tag: &str,
                context: &$crate::codec::values::Context,
                deserializer: D,
            ) -> Option<Result<Self, D::Error>> {
                match tag {
                    $($value => {
                        let members = $crate::codec::objects::Members {
                            context,
                            of: std::marker::PhantomData,
                        };
                        let read = serde::de::DeserializeSeed::deserialize(members, deserializer);
                        Some(read.map(Self::$envelope))
                    })*
                    _ => None,
                }
            }

            fn read_rest<'de, A: serde::de::MapAccess<'de>>(
                tag: &str,
                context: &$crate::codec::values::Context,
                members: A,
            ) -> Option<Result<Self, A::Error>> {
                match tag {
                    $($value => Some(
                        $crate::codec::objects::Object::from_members(context, members, true)
                            .map(Self::$envelope),
                    ),)*
                    _ => None,
                }
            }
        }

        impl serde::Serialize for $union {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$envelope(envelope) => envelope.serialize(serializer),)*
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $union {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                deserializer
                    .deserialize_map($crate::codec::unions::AnyEnvelope(std::marker::PhantomData))
            }
        }

        $(impl From<$envelope> for $union {
            fn from(envelope: $envelope) -> Self {
                Self::$envelope(envelope)
            }
        })*
    };

    (@refuses rejected) => { true };
    (@refuses last_wins) => { false };
}

pub(crate) use union;
