//! Certificate files: a text header with the instance and the claim, then the records that prove
//! it.
//!
//! ```text
//! heureka certificate 1
//! puzzle hanoi
//! param rows=3              any number of times
//! heuristic tower           or: heuristic none, if the proof needs no heuristic
//! claim cost 7              or: claim unsolvable
//! instance 3 3              once for every line of the instance's text
//! plan 1>3 1>2 3>2          any number of times; none if unsolvable
//! records
//! ```
//!
//! The bytes after the header have the format of [`heureka_core::certificate`].

use crate::entry::Entry;
use crate::instance::{CheckError, Instance, Solution};
use crate::puzzle::Parameters;
use crate::text::ParseError;
use heureka_core::certificate::{Certificate, CertificateError, Checked, DecodeError, KeyBytes};
use heureka_core::{Cost, Limits, Stop};
use std::fmt;
use std::io::{self, Write};

/// The first line of every certificate.
pub const FIRST_LINE: &str = "heureka certificate 1";
/// Stands for the heuristic of a proof that needs none.
const NO_HEURISTIC: &str = "none";
/// The length at which a line of moves is broken.
const WIDTH: usize = 100;

/// The records of a certificate, with the type of their keys hidden.
pub trait Records {
    /// Returns the number of records.
    fn count(&self) -> usize;

    /// Writes the records.
    ///
    /// # Errors
    /// Only errors of `out`.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl<K: KeyBytes> Records for Certificate<K> {
    fn count(&self) -> usize {
        self.closed.len()
    }

    fn write(&self, mut out: &mut dyn Write) -> io::Result<()> {
        self.encode(&mut out)
    }
}

/// The header of a certificate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The puzzle's name.
    pub puzzle: String,
    /// The parameters of the instance.
    pub parameters: Parameters,
    /// The heuristic that the proof relies on; `None` if it needs none.
    pub heuristic: Option<String>,
    /// The claimed optimal cost; `None` if the claim is that the instance is unsolvable.
    pub claim: Option<Cost>,
    /// The instance's text.
    pub instance: String,
    /// The moves of the plan, separated by spaces.
    pub plan: String,
}

impl Header {
    /// Returns the header for the result of a search, which used the instance's heuristic if
    /// `informed`.
    #[must_use]
    pub fn new(instance: &dyn Instance, informed: bool, solution: &Solution<'_>) -> Self {
        let plan = solution.outcome.plan();
        Self {
            puzzle: instance.info().name.to_owned(),
            parameters: instance.parameters().clone(),
            heuristic: informed.then(|| instance.heuristic().name.to_owned()),
            claim: plan.map(|plan| plan.cost()),
            instance: instance.text(),
            plan: plan.map(|plan| plan.words().join(" ")).unwrap_or_default(),
        }
    }

    /// Returns the number of moves of the plan.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.plan.split_whitespace().count()
    }

    /// Writes the header.
    ///
    /// # Errors
    /// Only errors of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{FIRST_LINE}\npuzzle {}", self.puzzle)?;
        for (name, value) in &self.parameters.0 {
            writeln!(out, "param {name}={value}")?;
        }
        writeln!(out, "heuristic {}", self.heuristic.as_deref().unwrap_or(NO_HEURISTIC))?;
        match self.claim {
            Some(cost) => writeln!(out, "claim cost {cost}")?,
            None => writeln!(out, "claim unsolvable")?,
        }
        for line in self.instance.lines() {
            writeln!(out, "instance {line}")?;
        }
        let mut line = String::new();
        for word in self.plan.split_whitespace() {
            line.push(' ');
            line.push_str(word);
            if line.len() > WIDTH {
                writeln!(out, "plan{line}")?;
                line.clear();
            }
        }
        if !line.is_empty() {
            writeln!(out, "plan{line}")?;
        }
        writeln!(out, "records")
    }

    /// Reads the header; returns it with the bytes of the records.
    ///
    /// # Errors
    /// The first invalid line, or that a line is missing.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), ParseError> {
        let (mut puzzle, mut heuristic, mut claim) = (None, None, None);
        let (mut instance, mut plan) = (String::new(), String::new());
        let mut parameters = Parameters::default();
        let mut rest = bytes;
        for number in 1.. {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let line = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
            let (Some(line), Some(end)) = (line, end) else {
                return Err(ParseError::at(number, 0, "missing line 'records'"));
            };
            rest = &rest[end + 1..];
            let wrong =
                |expected: &str| Err(ParseError::at(number, 0, format!("expected {expected}")));
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                _ if number == 1 && line == FIRST_LINE => {}
                _ if number == 1 => return wrong(&format!("'{FIRST_LINE}'")),
                "puzzle" if puzzle.is_none() => puzzle = Some(value.to_owned()),
                "heuristic" if heuristic.is_none() => {
                    heuristic = Some((value != NO_HEURISTIC).then(|| value.to_owned()));
                }
                "param" => match value.split_once('=') {
                    Some((name, value)) => {
                        parameters.0.push((name.to_owned(), value.to_owned()));
                    }
                    None => return wrong("a parameter NAME=VALUE"),
                },
                "claim" if claim.is_none() => {
                    let cost = value.strip_prefix("cost ").map(str::parse);
                    claim = Some(match cost {
                        // The highest number stands for no cost.
                        Some(Ok(cost)) if cost < Cost::MAX => Some(cost),
                        None if value == "unsolvable" => None,
                        _ => return wrong("'claim cost NUMBER' or 'claim unsolvable'"),
                    });
                }
                "instance" => {
                    instance.push_str(value);
                    instance.push('\n');
                }
                "plan" => {
                    plan.push_str(if plan.is_empty() { "" } else { " " });
                    plan.push_str(value);
                }
                "records" if value.is_empty() => break,
                _ => {
                    return wrong(
                        "one line each of puzzle, heuristic and claim, then instance, plan, records",
                    );
                }
            }
        }
        let (Some(puzzle), Some(heuristic), Some(claim)) = (puzzle, heuristic, claim) else {
            return Err(ParseError::whole("the line puzzle, heuristic or claim is missing"));
        };
        Ok((Self { puzzle, parameters, heuristic, claim, instance, plan }, rest))
    }

    /// Returns the instance of the certificate, with its heuristic.
    ///
    /// # Errors
    /// If the instance or the heuristic is invalid.
    pub fn rebuild(&self, entry: &Entry) -> Result<Box<dyn Instance>, ParseError> {
        let mut instance = entry.parse(&self.instance, &self.parameters)?;
        if let Some(heuristic) = &self.heuristic {
            instance.set_heuristic(heuristic)?;
        }
        Ok(instance)
    }

    /// Checks the plan and the records by the reference rules of the instance, under limits. The header
    /// and the records must be counted by the caller ([`Limits::hold`]).
    ///
    /// # Errors
    /// Why they do not prove the claim.
    pub fn check(
        &self,
        instance: &dyn Instance,
        records: &[u8],
        limits: &mut Limits<'_>,
    ) -> Result<Checked, Rejection> {
        match self.claim {
            Some(claimed) => {
                let actual = instance.check(&mut self.plan.split_whitespace(), limits)?;
                if actual != claimed {
                    return Err(Rejection::Cost { claimed, actual });
                }
            }
            None if self.moves() > 0 => return Err(Rejection::UnexpectedPlan),
            None => {}
        }
        let certifiable = instance.as_small().ok_or(Rejection::TooLarge)?;
        let checked = certifiable.check_records(self.heuristic.is_some(), records, limits)?;
        // A lower bound does not prove the claim; a higher one contradicts it.
        if checked.bound == self.claim { Ok(checked) } else { Err(Rejection::Bound(checked.bound)) }
    }
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It is about something else than expected: what differs.
    Unexpected(String),
    /// The plan is invalid.
    Plan(CheckError),
    /// The cost of the plan differs from the claim.
    Cost {
        /// The claimed cost.
        claimed: Cost,
        /// The cost of the moves.
        actual: Cost,
    },
    /// The claim is that the instance is unsolvable, but there is a plan.
    UnexpectedPlan,
    /// The records cannot be decoded.
    Unreadable(DecodeError),
    /// The records prove another bound than the claim.
    Bound(Option<Cost>),
    /// The records do not prove the bound.
    Records(CertificateError),
    /// The reference rules do not compute the heuristic.
    Heuristic,
    /// The states of the instance are too large for certificates.
    TooLarge,
    /// A limit stopped the check: the claim is neither proved nor refuted.
    Stopped(Stop),
}

impl From<CheckError> for Rejection {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Stopped(stop) => Self::Stopped(stop),
            error => Self::Plan(error),
        }
    }
}

impl From<DecodeError> for Rejection {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::Stopped(stop) => Self::Stopped(stop),
            error => Self::Unreadable(error),
        }
    }
}

impl From<CertificateError> for Rejection {
    fn from(error: CertificateError) -> Self {
        match error {
            CertificateError::Stopped(stop) => Self::Stopped(stop),
            error => Self::Records(error),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(difference) => f.write_str(difference),
            Self::Plan(error) => write!(f, "invalid plan: {error}"),
            Self::Cost { claimed, actual } => {
                write!(f, "the claimed cost is {claimed}, but the plan costs {actual}")
            }
            Self::UnexpectedPlan => {
                f.write_str("the claim is 'unsolvable', but the certificate has a plan")
            }
            Self::Unreadable(error) => write!(f, "invalid records: {error}"),
            Self::Bound(Some(bound)) => {
                write!(f, "the records prove a cost of {bound}, which differs from the claim")
            }
            Self::Bound(None) => {
                f.write_str("the records prove 'unsolvable', which differs from the claim")
            }
            Self::Records(error) => write!(f, "invalid records: {error}"),
            Self::Heuristic => {
                f.write_str("the reference rules do not compute the heuristic of this proof")
            }
            Self::TooLarge => f.write_str("the instance is too large for certificates"),
            Self::Stopped(stop) => {
                write!(f, "the check was stopped ({stop}): the claim is neither proved nor refuted")
            }
        }
    }
}

impl std::error::Error for Rejection {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Plan(error) => Some(error),
            Self::Unreadable(error) => Some(error),
            Self::Records(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error;

    fn header() -> Header {
        Header {
            puzzle: "hanoi".into(),
            parameters: Parameters(vec![("rows".into(), "3".into())]),
            heuristic: Some("tower".into()),
            claim: Some(7),
            instance: "3 3\n\n111 333\n".into(),
            plan: (0..100).map(|i| format!("{i}>3")).collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn headers_round_trip() {
        let unsolvable = Header { claim: None, heuristic: None, plan: String::new(), ..header() };
        for header in [header(), unsolvable] {
            let mut bytes = vec![];
            header.write(&mut bytes).unwrap();
            bytes.extend_from_slice(b"\xFF\nrecords\n");
            assert_eq!(Header::read(&bytes), Ok((header, &b"\xFF\nrecords\n"[..])));
        }
    }

    #[test]
    fn plans_are_counted_and_broken_into_lines() {
        assert_eq!(header().moves(), 100);
        let mut bytes = vec![];
        header().write(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let lengths = || text.lines().filter(|line| line.starts_with("plan ")).map(str::len);
        assert_eq!(lengths().count(), 5);
        // A line ends with the word that makes it longer than the width.
        let full = "plan".len() + WIDTH + 1;
        assert!(lengths().take(4).all(|length| (full..full + 5).contains(&length)), "{text}");
    }

    #[test]
    fn records_are_counted() {
        for number in [0, 2, 3] {
            let certificate = Certificate { bound: None, closed: vec![(7_u64, 1); number] };
            assert_eq!(Records::count(&certificate), number);
        }
    }

    #[test]
    fn rejections_have_their_causes() {
        let cause = |rejection: Rejection| rejection.source().map(ToString::to_string);
        let plan = CheckError::Stopped(Stop::Time);
        assert_eq!(cause(Rejection::Plan(plan.clone())), Some(plan.to_string()));
        let unreadable = DecodeError::Stopped(Stop::Time);
        assert_eq!(cause(Rejection::Unreadable(unreadable)), Some(unreadable.to_string()));
        let records = CertificateError::Stopped(Stop::Time);
        assert_eq!(cause(Rejection::Records(records)), Some(records.to_string()));
        assert_eq!(cause(Rejection::TooLarge), None);
    }

    #[test]
    fn rejects_invalid_headers() {
        let mut bytes = vec![];
        header().write(&mut bytes).unwrap();
        for length in 0..bytes.len() {
            assert!(Header::read(&bytes[..length]).is_err(), "{length}");
        }
        let text = String::from_utf8(bytes).unwrap();
        for (from, to, message) in [
            ("certificate 1", "certificate 2", "line 1: expected 'heureka certificate 1'"),
            ("puzzle hanoi\n", "", "is missing"),
            ("heuristic", "puzzle", "line 4: expected one line each"),
            ("cost 7", "cost -7", "line 5: expected 'claim cost NUMBER'"),
            ("cost 7", "cost 99999999999", "expected 'claim cost NUMBER'"),
            ("cost 7", "cost 4294967295", "expected 'claim cost NUMBER'"),
            ("cost 7", "unsolved", "expected 'claim cost NUMBER'"),
            ("rows=3", "rows", "NAME=VALUE"),
            ("\nplan", "\nplans", "expected one line each"),
            ("claim cost 7", "heuristic none", "line 5: expected one line each"),
            ("heuristic tower", "claim cost 6", "line 5: expected one line each"),
            ("\nrecords", "\nrecords 7", "expected one line each"),
        ] {
            let error = Header::read(text.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert!(error.to_string().contains(message), "{from} → {to}: {error}");
        }
    }
}
