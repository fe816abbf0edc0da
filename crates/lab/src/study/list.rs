//! A key of a study file that has one value or several.

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use toml::Spanned;

/// One or more values of a key, each with its position; empty if the key is missing.
pub(super) struct List<T>(pub(super) Vec<Spanned<T>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<T> List<T> {
    /// Returns the values, each with the byte at which it begins.
    pub(super) fn values(&self) -> impl Iterator<Item = (usize, &T)> {
        self.0.iter().map(|value| (value.span().start, value.get_ref()))
    }

    /// Returns this list, or another one if it is empty.
    pub(super) fn or<'a>(&'a self, other: &'a Self) -> &'a Self {
        if self.0.is_empty() { other } else { self }
    }
}

enum OneOrMany<T> {
    One(T),
    Many(Vec<Spanned<T>>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let held = Spanned::<OneOrMany<T>>::deserialize(deserializer)?;
        let span = held.span();
        Ok(Self(match held.into_inner() {
            OneOrMany::One(value) => vec![Spanned::new(span, value)],
            OneOrMany::Many(values) => values,
        }))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or a list of values")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<OneOrMany<T>, E> {
        T::deserialize(text.into_deserializer()).map(OneOrMany::One)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<OneOrMany<T>, E> {
        T::deserialize(number.into_deserializer()).map(OneOrMany::One)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<OneOrMany<T>, E> {
        T::deserialize(number.into_deserializer()).map(OneOrMany::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<OneOrMany<T>, A::Error> {
        let values = Vec::deserialize(SeqAccessDeserializer::new(list))?;
        if values.is_empty() {
            return Err(Error::custom("the list is empty: give a value, or remove the key"));
        }
        Ok(OneOrMany::Many(values))
    }
}
