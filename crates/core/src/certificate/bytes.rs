//! The binary format of certificates.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `HEUREKA` and a zero byte |
//! | 4 | the version, 1 |
//! | 4 | the size of a key |
//! | 4 | 1 if a bound follows, 0 for a certificate of unsolvability |
//! | 4 | the bound, or 0 |
//! | 8 | the number of records |
//! | … | runs of records: their cost (4), their number (4), their keys |
//! | 8 | the checksum of all previous bytes: 64-bit FNV-1a |
//!
//! The checksum detects accidental damage; [`check`](super::check) detects false certificates.

use super::Certificate;
use crate::limits::Gauge;
use crate::{Cost, Limits, Stats, Stop};
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

const MAGIC: &[u8; 8] = b"HEUREKA\0";
const VERSION: u32 = 1;
const HEADER: usize = 32;
const CHECKSUM: usize = 8;
/// The size of the write buffer, in bytes.
const BUFFER: usize = 1 << 16;
/// The number of bytes or records that are read between two looks at the limits.
const CHUNK: usize = 1 << 16;

/// A key with a portable encoding of fixed size.
pub trait KeyBytes: Copy {
    /// The size of an encoded key, in bytes.
    const SIZE: usize;

    /// Appends the encoded key: exactly [`KeyBytes::SIZE`] bytes.
    fn put(&self, out: &mut Vec<u8>);

    /// Decodes a key from the first [`KeyBytes::SIZE`] bytes.
    ///
    /// Every byte sequence must decode to a key, possibly of an invalid state. May panic if
    /// there are too few bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! integers {
    ($($int:ty)*) => { $(
        impl KeyBytes for $int {
            const SIZE: usize = size_of::<$int>();
            #[inline]
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn get(bytes: &[u8]) -> Self {
                let mut array = [0; size_of::<$int>()];
                array.copy_from_slice(&bytes[..size_of::<$int>()]);
                <$int>::from_le_bytes(array)
            }
        }
    )* };
}
integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

impl<K: KeyBytes, const N: usize> KeyBytes for [K; N] {
    const SIZE: usize = K::SIZE * N;
    #[inline]
    fn put(&self, out: &mut Vec<u8>) {
        for part in self {
            part.put(out);
        }
    }
    #[inline]
    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|i| K::get(&bytes[i * K::SIZE..]))
    }
}

impl<A: KeyBytes, B: KeyBytes> KeyBytes for (A, B) {
    const SIZE: usize = A::SIZE + B::SIZE;
    #[inline]
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }
    #[inline]
    fn get(bytes: &[u8]) -> Self {
        (A::get(bytes), B::get(&bytes[A::SIZE..]))
    }
}

/// The reason why [`Certificate::decode`] failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes do not begin like a certificate.
    NotACertificate,
    /// The version of the format is unknown.
    Version(u32),
    /// The keys have this size instead of the expected one.
    KeySize(u32, usize),
    /// The data ends before the last record.
    CutShort,
    /// The checksum does not match.
    Damaged,
    /// The checksum matches, but the records are malformed.
    Malformed,
    /// A limit stopped the reading.
    Stopped(Stop),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACertificate => f.write_str("not a certificate file"),
            Self::Version(version) => {
                write!(f, "unknown format version {version}, expected {VERSION}")
            }
            Self::KeySize(found, expected) => write!(
                f,
                "expected keys of {expected} bytes, found {found}: is the file for another puzzle?"
            ),
            Self::CutShort => f.write_str("the file is cut short: was it copied completely?"),
            Self::Damaged => f.write_str("the file is damaged: its checksum does not match"),
            Self::Malformed => f.write_str("the file contains malformed records"),
            Self::Stopped(stop) => write!(f, "the reading was stopped ({stop})"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// The digest of no bytes.
const EMPTY_DIGEST: u64 = 0xCBF2_9CE4_8422_2325;

/// Returns a digest of some bytes (FNV-1a by Fowler, Noll and Vo), the same on every machine.
///
/// It detects accidental changes only.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    extend_digest(EMPTY_DIGEST, bytes)
}

/// Returns the digest of the bytes that have the given digest, followed by more bytes.
#[must_use]
pub fn extend_digest(digest: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(digest, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

impl<K: KeyBytes> Certificate<K> {
    /// Sorts the records by cost, which makes the encoded form small.
    pub fn sort(&mut self) {
        self.closed.sort_by_key(|&(_, g)| g);
    }

    /// Writes the certificate in the binary format.
    ///
    /// Consecutive records of equal cost share a header, so call [`Certificate::sort`] first.
    ///
    /// # Errors
    /// Returns the first error of `out`.
    pub fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        let mut checksum = EMPTY_DIGEST;
        let mut buffer = Vec::with_capacity(BUFFER + HEADER + K::SIZE);
        buffer.extend_from_slice(MAGIC);
        VERSION.put(&mut buffer);
        (K::SIZE as u32).put(&mut buffer);
        u32::from(self.bound.is_some()).put(&mut buffer);
        self.bound.unwrap_or(0).put(&mut buffer);
        (self.closed.len() as u64).put(&mut buffer);
        for same in self.closed.chunk_by(|a, b| a.1 == b.1) {
            for run in same.chunks(u32::MAX as usize) {
                run[0].1.put(&mut buffer);
                (run.len() as u32).put(&mut buffer);
                for (key, _) in run {
                    key.put(&mut buffer);
                    if buffer.len() >= BUFFER {
                        checksum = extend_digest(checksum, &buffer);
                        out.write_all(&buffer)?;
                        buffer.clear();
                    }
                }
            }
        }
        extend_digest(checksum, &buffer).put(&mut buffer);
        out.write_all(&buffer)
    }

    /// Decodes a certificate.
    ///
    /// It never panics, and memory is bounded by the number of records that fit in `bytes`. The limits
    /// on time and memory hold; the records count before they are allocated, `bytes` do not count.
    ///
    /// # Errors
    /// Returns the first defect found, or the limit that stopped the reading.
    pub fn decode(bytes: &[u8], limits: &mut Limits<'_>) -> Result<Self, DecodeError> {
        if !bytes.starts_with(MAGIC) {
            return Err(DecodeError::NotACertificate);
        }
        if bytes.len() < HEADER + CHECKSUM {
            return Err(DecodeError::CutShort);
        }
        let word = |at: usize| u32::get(&bytes[at..]);
        if word(8) != VERSION {
            return Err(DecodeError::Version(word(8)));
        }
        if word(12) as usize != K::SIZE {
            return Err(DecodeError::KeySize(word(12), K::SIZE));
        }
        let count = u64::get(&bytes[24..]);
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        let records = &body[HEADER..];
        // A key of size 0 has one value, so there can be one record at most.
        let max_count = records.len().checked_div(K::SIZE).unwrap_or(1);
        if count > max_count as u64 {
            return Err(DecodeError::CutShort);
        }
        let needed = count * size_of::<(K, Cost)>() as u64;
        let mut look = || within(limits, needed);
        let mut sum = EMPTY_DIGEST;
        for chunk in body.chunks(CHUNK) {
            look()?;
            sum = extend_digest(sum, chunk);
        }
        if sum != u64::get(checksum) {
            return Err(DecodeError::Damaged);
        }
        let bound = match (word(16), word(20)) {
            (0, 0) => None,
            (1, bound) => Some(bound),
            _ => return Err(DecodeError::Malformed),
        };
        let closed = decode_runs(records, count as usize, &mut look)?;
        Ok(Self { bound, closed })
    }
}

/// Checks the limits, with this many bytes allocated.
fn within(limits: &mut Limits<'_>, bytes: u64) -> Result<(), DecodeError> {
    match limits.check(&Stats::default(), Gauge::new(0, (bytes, bytes))) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(stop) => Err(DecodeError::Stopped(stop)),
    }
}

/// Decodes all runs. Fails unless they hold exactly `count` records and use all bytes.
fn decode_runs<K: KeyBytes>(
    mut bytes: &[u8],
    count: usize,
    look: &mut dyn FnMut() -> Result<(), DecodeError>,
) -> Result<Vec<(K, Cost)>, DecodeError> {
    let mut closed = Vec::with_capacity(count);
    let mut left = count;
    while !bytes.is_empty() {
        let (cost, run, rest) = split_run::<K>(bytes, left)?;
        left -= run;
        let (keys, rest) = rest.split_at(run * K::SIZE);
        bytes = rest;
        for first in (0..run).step_by(CHUNK) {
            look()?;
            let chunk = first..run.min(first + CHUNK);
            closed.extend(chunk.map(|i| (K::get(&keys[i * K::SIZE..]), cost)));
        }
    }
    if left == 0 { Ok(closed) } else { Err(DecodeError::Malformed) }
}

/// Returns the cost and the number of the records of a run of at most `most`, and the bytes from its
/// keys on.
fn split_run<K: KeyBytes>(bytes: &[u8], most: usize) -> Result<(Cost, usize, &[u8]), DecodeError> {
    let (head, rest) = bytes.split_at_checked(8).ok_or(DecodeError::Malformed)?;
    let (cost, run) = (Cost::get(head), u32::get(&head[4..]) as usize);
    let fits = (1..=most).contains(&run) && run * K::SIZE <= rest.len();
    fits.then_some((cost, run, rest)).ok_or(DecodeError::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::fmt::Debug;

    type Key = (u32, [u16; 3]);

    fn encode<K: KeyBytes>(certificate: &Certificate<K>) -> Vec<u8> {
        let mut bytes = vec![];
        certificate.encode(&mut bytes).expect("writing to memory does not fail");
        bytes
    }

    fn decode<K: KeyBytes>(bytes: &[u8]) -> Result<Certificate<K>, DecodeError> {
        Certificate::decode(bytes, &mut Limits::none())
    }

    fn sample(records: u32) -> Certificate<Key> {
        let record = |i: u32| ((i * i, [1, i as u16, 3]), i / 10);
        Certificate { bound: Some(77), closed: (0..records).map(record).collect() }
    }

    #[test]
    fn round_trips() {
        fn check<K: KeyBytes + PartialEq + Debug>(certificate: Certificate<K>) {
            assert_eq!(decode(&encode(&certificate)), Ok(certificate));
        }
        for records in [0, 1, 9, 10, 11, 30_000] {
            check(sample(records));
        }
        check(Certificate { bound: None, closed: vec![(u128::MAX - 5, 3), (2, 1)] });
        check(Certificate { bound: Some(0), closed: vec![([0u8; 0], 9)] });
    }

    #[test]
    fn sorting_makes_files_small() {
        let closed: Vec<(u64, Cost)> = (0..1000).map(|key| (key, (key % 3) as Cost)).collect();
        let mut certificate = Certificate { bound: Some(3), closed };
        let before = encode(&certificate).len();
        certificate.sort();
        assert!(certificate.closed.is_sorted_by_key(|&(_, g)| g));
        // Three runs have a header each, instead of a thousand.
        assert_eq!(before - encode(&certificate).len(), 997 * 8);
    }

    /// Existing files must stay readable.
    #[test]
    fn keeps_the_format_stable() {
        let certificate = Certificate { bound: Some(2), closed: vec![(0x0102u16, 0), (3, 1)] };
        let header = b"HEUREKA\0\x01\0\0\0\x02\0\0\0\x01\0\0\0\x02\0\0\0\x02\0\0\0\0\0\0\0";
        let runs = b"\0\0\0\0\x01\0\0\0\x02\x01\x01\0\0\0\x01\0\0\0\x03\0";
        let bytes = encode(&certificate);
        assert_eq!(bytes[..bytes.len() - CHECKSUM], [&header[..], runs].concat());
        // A published test vector.
        assert_eq!(digest(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn detects_damage() {
        let bytes = encode(&sample(50));
        for i in 0..bytes.len() {
            assert!(decode::<Key>(&bytes[..i]).is_err(), "length {i}");
            let mut damaged = bytes.clone();
            damaged[i] ^= 1 << (i % 8);
            assert!(decode::<Key>(&damaged).is_err(), "byte {i}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(decode::<Key>(&longer), Err(DecodeError::Damaged));
        let other_size = Err(DecodeError::KeySize(10, 8));
        assert_eq!(decode::<u64>(&bytes), other_size);
        assert_eq!(decode::<u64>(b"PK"), Err(DecodeError::NotACertificate));
    }

    /// Corrupts records and repairs the checksum: no panic and no huge allocation.
    #[test]
    fn survives_corrupt_records() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
        for round in 0..20_000 {
            let mut bytes = encode(&sample(generator.random_range(0..30)));
            bytes.truncate(bytes.len() - CHECKSUM);
            for _ in 0..generator.random_range(1..4) {
                let i = generator.random_range(16..bytes.len());
                bytes[i] = if round % 2 == 0 { generator.next_u32() as u8 } else { 255 };
            }
            digest(&bytes).put(&mut bytes);
            if let Ok(certificate) = decode::<Key>(&bytes) {
                assert!(certificate.closed.len() <= bytes.len() / Key::SIZE);
            }
        }
    }

    #[test]
    fn reading_keeps_its_limits() {
        let bytes = encode(&sample(30_000));
        let decoded = |mut limits| Certificate::<Key>::decode(&bytes, &mut limits).map(|_| ());
        let needed = 30_000 * size_of::<(Key, Cost)>() as u64;
        assert_eq!(decoded(Limits::none().memory(needed)), Ok(()));
        let stopped = |stop| Err(DecodeError::Stopped(stop));
        assert_eq!(decoded(Limits::none().memory(needed - 1)), stopped(Stop::Memory));
        assert_eq!(decoded(Limits::none().time(std::time::Duration::ZERO)), stopped(Stop::Time));
    }
}
