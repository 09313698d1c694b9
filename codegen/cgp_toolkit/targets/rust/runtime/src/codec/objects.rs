//! Objects read and written in place: what [`object!`], [`union!`] and [`vocabulary!`] write out.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Unexpected, Visitor};
use serde::ser::SerializeMap;

use super::pointers::Place;
use super::shapes::Kind;
use super::values::Context;

/// A record or an envelope.
pub(crate) trait Object: Sized {
    /// The object that the rest of `members` makes; `tagged` if its tag has been read.
    fn from_members<'de, A: MapAccess<'de>>(
        context: &Context,
        members: A,
        tagged: bool,
    ) -> Result<Self, A::Error>;

    /// Writes the members in wire order.
    fn to_members<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error>;

    /// Leads to the first value that can't be written, and gives its kind.
    fn refused_member(&self, place: &mut Place) -> Option<&'static Kind>;
}

/// Reads an object.
pub(crate) struct Members<'c, T> {
    pub(crate) context: &'c Context,
    pub(crate) of: PhantomData<T>,
}

impl<'de, T: Object> DeserializeSeed<'de> for Members<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: Object> Visitor<'de> for Members<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        T::from_members(self.context, members, false)
    }
}

/// Reads the tag of an envelope that is known already.
pub(crate) struct Tag(pub(crate) &'static str);

impl<'de> DeserializeSeed<'de> for Tag {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Tag {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tag {:?}", self.0)
    }

    fn visit_str<E: de::Error>(self, tag: &str) -> Result<(), E> {
        if tag == self.0 {
            Ok(())
        } else {
            Err(E::invalid_value(Unexpected::Str("another tag"), &self))
        }
    }
}

/// How a type of the package is read and written: its members, in wire order.
///
/// A member is `field = "name": KIND, presence, when it is written;`, an array is `many KIND`.
/// Presence is `required`, `optional` (`null` reads as absent), `optional_not_null`,
/// `defaults(to)` or `defaults_or_null(to)`; `owed` is added where authors have to write what
/// readers have a default for.
macro_rules! object {
    (
        $owner:ident, $shape:ident $(, tag $tag:literal = $value:literal)? {
            $($field:ident = $name:literal: $($many:ident)? [$kind:ident],
                $presence:ident $(($default:expr))?, $when:ident $(, $owed:ident)?;)*
        }
    ) => {
        pub(crate) static $shape: $crate::codec::shapes::Shape = $crate::codec::shapes::Shape {
            members: &[$($crate::codec::shapes::Member {
                name: $name,
                kind: &$crate::codec::kinds::$kind,
                many: object!(@given $($many)?),
                required: object!(@required $presence),
                nullable: object!(@nullable $presence),
                owed: object!(@given $($owed)?),
            },)*],
            tag: object!(@tag $($tag, $value)?),
        };

        impl $crate::codec::objects::Object for $owner {
            fn from_members<'de, A: serde::de::MapAccess<'de>>(
                context: &$crate::codec::values::Context,
                mut members: A,
                tagged: bool,
            ) -> Result<Self, A::Error> {
                #[allow(non_camel_case_types)]
                enum At { $($field,)* Tag }
                const NAMES: &[&str] = &[$($name,)* $($tag)?];

                let mut tagged = tagged || $shape.tag.is_none();
                $(let mut $field = None;)*
                let mut likely = if tagged { 0 } else { At::Tag as usize };
                while let Some(found) = members.next_key_seed($crate::codec::values::Name {
                    names: NAMES,
                    likely,
                })? {
                    $(if found == At::$field as usize {
                        if $field.is_some() {
                            return Err(serde::de::Error::duplicate_field($name));
                        }
                        $field = Some(members.next_value_seed(
                            object!(@seed $presence)(context, &$crate::codec::kinds::$kind),
                        )?);
                        likely = found + 1;
                        continue;
                    })*
                    match $shape.tag {
                        Some((tag, _)) if found == At::Tag as usize && tagged => {
                            return Err(serde::de::Error::duplicate_field(tag));
                        }
                        Some((_, value)) if found == At::Tag as usize => {
                            members.next_value_seed($crate::codec::objects::Tag(value))?;
                            tagged = true;
                            likely = 0;
                        }
                        _ => context.skip(&mut members)?,
                    }
                }
                match $shape.tag {
                    Some((tag, _)) if !tagged => Err(serde::de::Error::missing_field(tag)),
                    _ => Ok(Self {
                        $($field: object!(@settle $presence, $field, $name $(, $default)?),)*
                    }),
                }
            }

            fn to_members<M: serde::ser::SerializeMap>(
                &self,
                members: &mut M,
            ) -> Result<(), M::Error> {
                if let Some((tag, value)) = $shape.tag {
                    members.serialize_entry(tag, value)?;
                }
                $(object!(@write $when, self.$field, members, $name, $kind $(, $default)?);)*
                Ok(())
            }

            fn refused_member(
                &self,
                place: &mut $crate::codec::pointers::Place,
            ) -> Option<&'static $crate::codec::shapes::Kind> {
                $({
                    let length = place.enter($name);
                    let found = object!(@refused $presence, self.$field, $kind, place);
                    if found.is_some() {
                        return found;
                    }
                    place.leave_to(length);
                })*
                let _ = place;
                None
            }
        }

        impl $crate::codec::values::Value for $owner {
            fn read<'de, D: serde::Deserializer<'de>>(
                context: &$crate::codec::values::Context,
                _: &'static $crate::codec::shapes::Kind,
                deserializer: D,
            ) -> Result<Self, D::Error> {
                serde::de::DeserializeSeed::deserialize(
                    $crate::codec::objects::Members { context, of: std::marker::PhantomData },
                    deserializer,
                )
            }

            fn write<S: serde::Serializer>(
                &self,
                _: &'static $crate::codec::shapes::Kind,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(self, serializer)
            }

            fn refused(
                &self,
                _: &'static $crate::codec::shapes::Kind,
                place: &mut $crate::codec::pointers::Place,
            ) -> Option<&'static $crate::codec::shapes::Kind> {
                $crate::codec::objects::Object::refused_member(self, place)
            }
        }

        impl serde::Serialize for $owner {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut members = serializer.serialize_map(None)?;
                $crate::codec::objects::Object::to_members(self, &mut members)?;
                serde::ser::SerializeMap::end(members)
            }
        }

        impl<'de> serde::Deserialize<'de> for $owner {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                serde::de::DeserializeSeed::deserialize(
                    $crate::codec::objects::Members {
                        context: &$crate::codec::values::Context::default(),
                        of: std::marker::PhantomData,
                    },
                    deserializer,
                )
            }
        }
    };

    (@given) => { false };
    (@given $word:ident) => { true };
    (@required required) => { true };
    (@required $presence:ident) => { false };
    (@nullable optional) => { true };
    (@nullable defaults_or_null) => { true };
    (@nullable $presence:ident) => { false };
    (@tag) => { None };
    (@tag $tag:literal, $value:literal) => { Some(($tag, $value)) };

    (@seed optional) => { $crate::codec::values::ExpectOrNull::new };
    (@seed defaults_or_null) => { $crate::codec::values::ExpectOrNull::new };
    (@seed $presence:ident) => { $crate::codec::values::Expect::new };

    (@settle required, $field:ident, $name:literal) => {
        $field.ok_or_else(|| serde::de::Error::missing_field($name))?
    };
    (@settle optional, $field:ident, $name:literal) => { $field.flatten() };
    (@settle optional_not_null, $field:ident, $name:literal) => { $field };
    (@settle defaults, $field:ident, $name:literal, $default:expr) => {
        $field.unwrap_or_else(|| $default)
    };
    (@settle defaults_or_null, $field:ident, $name:literal, $default:expr) => {
        $field.flatten().unwrap_or_else(|| $default)
    };

    (@write always, $held:expr, $members:ident, $name:literal, $kind:ident $(, $default:expr)?) => {
        $members.serialize_entry(
            $name,
            &$crate::codec::values::Written(&$held, &$crate::codec::kinds::$kind),
        )?
    };
    (@write unless_absent, $held:expr, $members:ident, $name:literal, $kind:ident) => {
        if let Some(value) = &$held {
            $members.serialize_entry(
                $name,
                &$crate::codec::values::Written(value, &$crate::codec::kinds::$kind),
            )?
        }
    };
    (@write unless_empty, $held:expr, $members:ident, $name:literal, $kind:ident, $default:expr) => {
        if !$held.is_empty() {
            object!(@write always, $held, $members, $name, $kind)
        }
    };
    (@write unless_default, $held:expr, $members:ident, $name:literal, $kind:ident, $default:expr) => {
        if $held != $default {
            object!(@write always, $held, $members, $name, $kind)
        }
    };

    (@refused optional, $held:expr, $kind:ident, $place:ident) => {
        $held.as_ref().and_then(|value| {
            $crate::codec::values::Value::refused(value, &$crate::codec::kinds::$kind, $place)
        })
    };
    (@refused optional_not_null, $held:expr, $kind:ident, $place:ident) => {
        object!(@refused optional, $held, $kind, $place)
    };
    (@refused $presence:ident, $held:expr, $kind:ident, $place:ident) => {
        $crate::codec::values::Value::refused(&$held, &$crate::codec::kinds::$kind, $place)
    };
}

pub(crate) use object;
