//! Vocabularies read and written in place.

/// How a vocabulary is read and written, given its kind: `open` ones keep what they do not list.
macro_rules! vocabulary {
    ($vocabulary:ident, $kind:ident, $open:ident) => {
        impl $crate::codec::values::Value for $vocabulary {
            fn read<'de, D: serde::Deserializer<'de>>(
                _: &$crate::codec::values::Context,
                _: &'static $crate::codec::shapes::Kind,
                deserializer: D,
            ) -> Result<Self, D::Error> {
                struct Word;

                impl serde::de::Visitor<'_> for Word {
                    type Value = $vocabulary;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($crate::codec::kinds::$kind.expected)
                    }

                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$vocabulary, E> {
                        vocabulary!(@read $open, word, self, $vocabulary)
                    }
                }

                deserializer.deserialize_str(Word)
            }

            fn write<S: serde::Serializer>(
                &self,
                _: &'static $crate::codec::shapes::Kind,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl serde::Serialize for $vocabulary {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $vocabulary {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::codec::values::Value::read(
                    &$crate::codec::values::Context::default(),
                    &$crate::codec::kinds::$kind,
                    deserializer,
                )
            }
        }

        impl std::fmt::Display for $vocabulary {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl PartialEq<str> for $vocabulary {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $vocabulary {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }
    };

    (@read open, $word:ident, $visitor:ident, $vocabulary:ident) => {
        Ok($vocabulary::from($word))
    };
    (@read closed, $word:ident, $visitor:ident, $vocabulary:ident) => {
        $vocabulary::from_listed($word).ok_or_else(|| {
            serde::de::Error::invalid_value(
                serde::de::Unexpected::Other("an unlisted value"),
                &$visitor,
            )
        })
    };
}

pub(crate) use vocabulary;
