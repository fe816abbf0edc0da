//! Certificates, true and forged: a true one must be accepted, and a false claim must not.

use super::MAX_STATES;
use super::draw::Draw;
use super::truth::Truth;
use heureka_core::Limits;
use heureka_core::certificate::digest;
use heureka_kit::certificate::Header;
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;

/// The limit on the expansions of a search for a certificate.
const MAX_EXPANSIONS: u64 = 50_000;
/// Offsets in the bytes of the records, which docs/trust.md specifies.
const KEY_SIZE: usize = 12;
const HAS_BOUND: usize = 16;
const BOUND: usize = 20;
const COUNT: usize = 24;
const FIRST_RUN: usize = 32;
/// The size of the checksum at the end.
const CHECKSUM: usize = 8;

/// A certificate in memory.
#[derive(Debug)]
pub struct Proof {
    header: Header,
    records: Vec<u8>,
}

impl Proof {
    /// Searches for a certificate; returns `None` if the instance cannot be certified in this way.
    ///
    /// # Errors
    /// If the search fails, or if its claim is false.
    pub fn of(
        instance: &dyn Instance,
        informed: bool,
        truth: &Truth,
    ) -> Result<Option<Self>, String> {
        let Some(subject) = instance.as_small() else { return Ok(None) };
        let is_usable = instance.claim().is_admissible() && subject.reference_shares_heuristic();
        if informed && !is_usable {
            return Ok(None);
        }
        let mut limits = Limits::none().expansions(MAX_EXPANSIONS);
        let certified = subject.certify(informed, &mut limits);
        let (solution, records) = certified.map_err(|error| error.to_string())?;
        let Some(records) = records else { return Ok(None) };
        let header = Header::new(instance, informed, &solution);
        if header.claim.map(u64::from) != truth.optimum() {
            let (claim, optimum) = (header.claim, truth.optimum());
            return Err(format!("certified {claim:?}, but the optimum is {optimum:?}"));
        }
        let mut bytes = vec![];
        records.write(&mut bytes).map_err(|error| error.to_string())?;
        Ok(Some(Self { header, records: bytes }))
    }

    /// Writes the certificate, reads it back and checks it, as another program would.
    pub fn check(&self, entry: &Entry) -> Result<(), String> {
        let mut file = vec![];
        self.header.write(&mut file).map_err(|error| error.to_string())?;
        file.extend_from_slice(&self.records);
        let (header, records) = Header::read(&file).map_err(|error| error.to_string())?;
        let instance = header.rebuild(entry).map_err(|error| error.to_string())?;
        let checked = header.check(&*instance, records, &mut Limits::none());
        checked.map(|_| ()).map_err(|rejection| rejection.to_string())
    }

    /// Returns the certificate with some changes and a correct checksum.
    pub fn forged(&self, draw: &mut Draw) -> Self {
        let (mut header, mut records) = (self.header.clone(), self.records.clone());
        let put = |bytes: &mut [u8], at: usize, number: u32| {
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        };
        for _ in 0..=draw.below(2) {
            match draw.below(6) {
                0 => {
                    let claim = header.claim.unwrap_or(0);
                    let claim = claim.wrapping_add(draw.one_of(&[1, 2, u32::MAX]));
                    header.claim = (!draw.once_in(4)).then_some(claim);
                    put(&mut records, HAS_BOUND, u32::from(header.claim.is_some()));
                    put(&mut records, BOUND, header.claim.unwrap_or(0));
                }
                1 => drop_last_record(&mut records),
                2 => header.instance = draw.changed(&header.instance),
                3 => header.plan = draw.changed(&header.plan),
                _ => {
                    let place = draw.below(records.len());
                    records[place] = records[place].wrapping_add(draw.one_of(&[1, 2, 128, 255]));
                }
            }
        }
        let end = records.len() - CHECKSUM;
        let checksum = digest(&records[..end]);
        records[end..].copy_from_slice(&checksum.to_le_bytes());
        Self { header, records }
    }

    /// Returns whether the claim is true, by the state space of the certificate's own instance; `None`
    /// if that is too large.
    pub fn is_true(&self, entry: &Entry) -> Option<bool> {
        let instance = self.header.rebuild(entry).ok()?;
        let truth = Truth::of(&instance.as_small()?.space(MAX_STATES)?);
        Some(truth.optimum() == self.header.claim.map(u64::from))
    }

    /// Returns the claim and the instance, for a report.
    pub fn describe(&self) -> String {
        let Header { claim, instance, parameters, heuristic, .. } = &self.header;
        format!("claim {claim:?}, heuristic {heuristic:?}, parameters {parameters:?}, {instance:?}")
    }
}

/// Removes the last record of the last run, if there is one.
fn drop_last_record(records: &mut Vec<u8>) {
    let number = |at: usize| {
        let bytes = records.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes) as usize
    };
    let (size, end) = (number(KEY_SIZE), records.len() - CHECKSUM);
    let (mut run, mut next) = (0, FIRST_RUN);
    while next + 8 + size <= end {
        run = next;
        next += 8 + number(run + 4).saturating_mul(size);
    }
    if run == 0 || number(run + 4) == 0 || number(COUNT) == 0 || end < run + 8 + size {
        return;
    }
    let (in_run, all) = (number(run + 4) as u32 - 1, number(COUNT) as u32 - 1);
    records[run + 4..run + 8].copy_from_slice(&in_run.to_le_bytes());
    records[COUNT..COUNT + 4].copy_from_slice(&all.to_le_bytes());
    records.drain(end - size..end);
}
