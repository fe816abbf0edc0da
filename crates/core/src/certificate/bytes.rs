//! Certificates as bytes.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `HEUREKA` and a zero byte |
//! | 4 | the version, 1 |
//! | 4 | the size of a key |
//! | 4 | 1 if a bound follows, 0 if there is no plan at all |
//! | 4 | the bound, or 0 |
//! | 8 | the number of records |
//! | … | runs: a cost (4), how many records have it (4), their keys |
//! | 8 | the checksum of all before it: FNV-1a, 64 bits |
//!
//! The checksum guards against accidents; only the check guards against lies.

use super::Certificate;
use crate::Cost;
use std::fmt;
use std::io::{self, Write};

const MAGIC: &[u8; 8] = b"HEUREKA\0";
const VERSION: u32 = 1;
const HEADER: usize = 32;
const CHECKSUM: usize = 8;
/// Bytes gathered before they are written out.
const BUFFER: usize = 1 << 16;

/// Keys that have a fixed-size form in bytes, the same on every machine.
pub trait KeyBytes: Copy {
    /// How many bytes a key takes.
    const SIZE: usize;

    /// Appends exactly [`KeyBytes::SIZE`] bytes.
    fn put(&self, out: &mut Vec<u8>);

    /// The key of such bytes; there are at least [`KeyBytes::SIZE`]. Any bytes are the key of
    /// something, if only of no state.
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
                let mut own = [0; size_of::<$int>()];
                own.copy_from_slice(&bytes[..size_of::<$int>()]);
                <$int>::from_le_bytes(own)
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

/// Why bytes are not a certificate for this kind of key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// They do not begin as one.
    NotACertificate,
    /// They are of another version of the format.
    Version(u32),
    /// They hold keys of another size.
    KeySize {
        /// The size that the file says.
        found: u32,
        /// The size that this problem's keys have.
        expected: usize,
    },
    /// There are fewer bytes than the records need.
    CutShort,
    /// The checksum is not that of the bytes.
    Damaged,
    /// The checksum is right, but the records are not as they should be.
    Malformed,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACertificate => f.write_str("this is not a certificate file"),
            Self::Version(version) => {
                write!(f, "the file is of version {version}; only version {VERSION} is known here")
            }
            Self::KeySize { found, expected } => write!(
                f,
                "the file holds keys of {found} bytes, but this puzzle's take {expected}: is it for another puzzle?"
            ),
            Self::CutShort => f.write_str("the file is cut short: was it copied as a whole?"),
            Self::Damaged => f.write_str("the file is damaged: its checksum is wrong"),
            Self::Malformed => f.write_str("the file's records are not as the format wants them"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// FNV-1a by Fowler, Noll and Vo.
#[derive(Clone, Copy)]
struct Fnv(u64);

impl Fnv {
    const NEW: Self = Self(0xCBF2_9CE4_8422_2325);

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

/// Returns a digest of some bytes (FNV-1a), the same everywhere. It detects accidental changes only.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    let mut sum = Fnv::NEW;
    sum.add(bytes);
    sum.0
}

impl<K: KeyBytes> Certificate<K> {
    /// Writes the certificate. Records of equal cost that follow each other take a key's bytes
    /// each, so [`Certificate::sort`] first.
    ///
    /// ```
    /// use heureka_core::certificate::Certificate;
    /// let certificate = Certificate { bound: Some(2), closed: vec![(7u64, 0), (8, 1), (9, 1)] };
    /// let mut bytes = vec![];
    /// certificate.encode(&mut bytes).unwrap();
    /// assert_eq!(Certificate::decode(&bytes), Ok(certificate));
    /// ```
    ///
    /// # Errors
    /// What `out` reports.
    pub fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        let mut sum = Fnv::NEW;
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
                        sum.add(&buffer);
                        out.write_all(&buffer)?;
                        buffer.clear();
                    }
                }
            }
        }
        sum.add(&buffer);
        sum.0.put(&mut buffer);
        out.write_all(&buffer)
    }

    /// Reads a certificate. Whatever the bytes, this does not panic, and takes no more memory than
    /// so many records need as the bytes can hold.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
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
            return Err(DecodeError::KeySize { found: word(12), expected: K::SIZE });
        }
        let count = u64::get(&bytes[24..]);
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        let records = &body[HEADER..];
        // A key of no bytes has one value, so one record is all that can be.
        let most = records.len().checked_div(K::SIZE).unwrap_or(1);
        if count > most as u64 {
            return Err(DecodeError::CutShort);
        }
        let mut sum = Fnv::NEW;
        sum.add(body);
        if sum.0 != u64::get(checksum) {
            return Err(DecodeError::Damaged);
        }
        let bound = match (word(16), word(20)) {
            (0, 0) => None,
            (1, bound) => Some(bound),
            _ => return Err(DecodeError::Malformed),
        };
        let closed = decode_runs(records, count as usize).ok_or(DecodeError::Malformed)?;
        Ok(Self { bound, closed })
    }
}

/// The records of all runs, if there are exactly `count`, with no byte too many.
fn decode_runs<K: KeyBytes>(mut bytes: &[u8], count: usize) -> Option<Vec<(K, Cost)>> {
    let mut closed = Vec::with_capacity(count);
    while !bytes.is_empty() {
        let (head, rest) = bytes.split_at_checked(8)?;
        let (cost, run) = (Cost::get(head), u32::get(&head[4..]) as usize);
        if run == 0 || run > count - closed.len() {
            return None;
        }
        let (keys, rest) = rest.split_at_checked(run.checked_mul(K::SIZE)?)?;
        closed.extend((0..run).map(|i| (K::get(&keys[i * K::SIZE..]), cost)));
        bytes = rest;
    }
    (closed.len() == count).then_some(closed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn encoded<K: KeyBytes>(certificate: &Certificate<K>) -> Vec<u8> {
        let mut bytes = vec![];
        certificate.encode(&mut bytes).expect("writing to memory does not fail");
        bytes
    }

    fn sample(records: u32) -> Certificate<(u32, [u16; 3])> {
        let record = |i: u32| ((i * i, [1, i as u16, 3]), i / 10);
        Certificate { bound: Some(77), closed: (0..records).map(record).collect() }
    }

    #[test]
    fn certificates_come_back_as_they_were() {
        for records in [0, 1, 9, 10, 11, 30_000] {
            let certificate = sample(records);
            assert_eq!(Certificate::decode(&encoded(&certificate)), Ok(certificate));
        }
        let certificate = Certificate { bound: None, closed: vec![(u128::MAX - 5, 3), (2, 1)] };
        assert_eq!(Certificate::decode(&encoded(&certificate)), Ok(certificate));
        let certificate = Certificate { bound: Some(0), closed: vec![([0u8; 0], 9)] };
        assert_eq!(Certificate::decode(&encoded(&certificate)), Ok(certificate));
        // A run costs 8 bytes and a record its key.
        assert_eq!(encoded(&sample(100)).len(), 32 + 10 * 8 + 100 * 10 + 8);
    }

    /// The format is a promise to files that exist: this one may not change.
    #[test]
    fn the_format_stays() {
        let certificate = Certificate { bound: Some(2), closed: vec![(0x0102u16, 0), (3, 1)] };
        let mut expected = b"HEUREKA\0\x01\0\0\0\x02\0\0\0\x01\0\0\0\x02\0\0\0".to_vec();
        expected.extend_from_slice(
            b"\x02\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x02\x01\x01\0\0\0\x01\0\0\0\x03\0",
        );
        let bytes = encoded(&certificate);
        assert_eq!(bytes[..bytes.len() - 8], expected);
        // The published value of FNV-1a for "foobar".
        let mut sum = Fnv::NEW;
        sum.add(b"foobar");
        assert_eq!(sum.0, 0x8594_4171_F739_67E8);
    }

    #[test]
    fn accidents_are_noticed() {
        let bytes = encoded(&sample(50));
        for length in 0..bytes.len() {
            assert!(Certificate::<(u32, [u16; 3])>::decode(&bytes[..length]).is_err(), "{length}");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(Certificate::<(u32, [u16; 3])>::decode(&damaged).is_err(), "byte {at}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Certificate::<(u32, [u16; 3])>::decode(&longer), Err(DecodeError::Damaged));
        assert_eq!(
            Certificate::<u64>::decode(&bytes),
            Err(DecodeError::KeySize { found: 10, expected: 8 })
        );
        assert_eq!(Certificate::<u64>::decode(b"PK"), Err(DecodeError::NotACertificate));
    }

    /// Junk behind a right header and checksum: refused or read, but no panic and no huge array.
    #[test]
    fn junk_does_no_harm() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
        for round in 0..20_000 {
            let mut bytes = encoded(&sample(generator.random_range(0..30)));
            bytes.truncate(bytes.len() - 8);
            for _ in 0..generator.random_range(1..4) {
                let at = generator.random_range(16..bytes.len());
                bytes[at] = if round % 2 == 0 { generator.next_u32() as u8 } else { 255 };
            }
            let mut sum = Fnv::NEW;
            sum.add(&bytes);
            sum.0.put(&mut bytes);
            if let Ok(certificate) = Certificate::<(u32, [u16; 3])>::decode(&bytes) {
                assert!(certificate.closed.len() <= bytes.len() / 10);
            }
        }
    }
}
