//! What travels between workers, and the dataflow that carries it.
//!
//! The dataflow is one exchange: a parcel names its receiver. Times are those of the search (a layer or a
//! round), so that progress tracking detects when everything that was sent at a time has arrived everywhere.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::Write;
use std::rc::Rc;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe, probe};
use timely::worker::Worker;

/// The kind of a parcel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Successors for their owner.
    #[default]
    States,
    /// What a worker reports to the first one.
    Report,
    /// What the first worker has decided.
    Order,
    /// A worker asks the first one to stop all.
    Halt,
    /// The first worker stops all.
    Halted,
    /// The counts of a process, for the progress that the first one shows.
    Status,
}

const KINDS: [Kind; 6] =
    [Kind::States, Kind::Report, Kind::Order, Kind::Halt, Kind::Halted, Kind::Status];

/// Words for one worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parcel {
    pub kind: Kind,
    pub from: usize,
    pub to: usize,
    pub words: Vec<u64>,
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(!self.words.is_empty())
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        let mut words = bytes.chunks_exact(8).map(|word| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(word);
            u64::from_le_bytes(bytes)
        });
        let mut next = || words.next().unwrap_or_default();
        let (kind, from, to) = (next() as usize, next() as usize, next() as usize);
        let kind = KINDS.get(kind).copied().unwrap_or_default();
        Self { kind, from, to, words: words.collect() }
    }

    fn length_in_bytes(&self) -> usize {
        (self.words.len() + 3) * 8
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let header = [self.kind as u64, self.from as u64, self.to as u64];
        for words in [&header[..], &self.words] {
            for word in words {
                // The buffer has room for exactly this.
                let _ = writer.write_all(&word.to_le_bytes());
            }
        }
    }
}

/// Sends each parcel to its receiver.
struct Router;

impl Distributor<Parcel> for Router {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = parcel.to;
        Message::push_at(parcel, time.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _time: &T, _pushers: &mut [P]) {}
}

/// The end of the dataflow where parcels enter.
pub(crate) type Outlet = timely::dataflow::InputHandle<u64, CapacityContainerBuilder<Parcel>>;
/// The parcels that have arrived.
pub(crate) type Inbox = Rc<RefCell<VecDeque<Parcel>>>;

/// Builds the dataflow of a worker. The probe shows which times may still be under way.
pub(crate) fn connect(worker: &mut Worker) -> (Outlet, Inbox, probe::Handle<u64>) {
    let inbox = Inbox::default();
    let arrived = Rc::clone(&inbox);
    let (outlet, probe) = worker.dataflow(move |scope| {
        let (outlet, parcels) = scope.new_input();
        let pact = DistributorPact(|_| Router);
        let delivered = parcels.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
            pact,
            "Deliver",
            move |_, _| {
                move |input, _| {
                    input.for_each(|_, parcel| {
                        arrived.borrow_mut().push_back(std::mem::take(parcel));
                    });
                }
            },
        );
        (outlet, delivered.probe().0)
    });
    (outlet, inbox, probe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parcels_survive_the_network() {
        for kind in KINDS {
            let parcel = Parcel { kind, from: 2, to: 7, words: vec![1, u64::MAX, 3] };
            let mut bytes = vec![];
            parcel.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), parcel.length_in_bytes());
            let bytes = timely::bytes::arc::BytesMut::from(bytes).freeze();
            assert_eq!(Parcel::from_bytes(bytes), parcel);
        }
    }
}
