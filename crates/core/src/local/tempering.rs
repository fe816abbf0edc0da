//! Parallel tempering (Swendsen and Wang 1986, Geyer 1991): walks at a ladder of temperatures, where
//! neighbors swap places.
//!
//! The hot walks roam, the cold ones refine, and a good candidate sinks from rung to rung without
//! any of them having to cool down. The walks are shared out among threads; since each has its own
//! generator and swaps are decided between stretches by another, the number of threads changes
//! nothing but the time.

use super::temperature::{assert_sensible, between, ln_random};
use super::walk::Walk;
use super::{Candidate, Found, Generator, Improvement, Keeper, generators};
use crate::Limits;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The temperatures and how they are run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ladder {
    /// The temperature of the first rung, in points of score.
    pub hot: f64,
    /// The temperature of the last rung; above 0.
    pub cold: f64,
    /// How many walks; their temperatures fall geometrically from hot to cold.
    pub rungs: usize,
    /// Proposals of each walk between two rounds of swaps. A round costs each thread some 50 µs of
    /// waiting, so less than a few thousand proposals waste time.
    pub stretch: u64,
    /// How many rounds of swaps; `u64::MAX` leaves it to the limits.
    pub rounds: u64,
    /// The score to stop at, if any.
    pub target: Option<i64>,
    /// How many threads share the walks.
    pub threads: usize,
}

/// What parallel tempering found, and how well its ladder worked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tempered<C> {
    /// The best candidate and the counts of all walks together.
    pub found: Found<C>,
    /// How often each pair of neighboring rungs, from the hottest, was asked to swap, and did. A
    /// good ladder swaps in about a quarter of the cases; more rungs bring more swaps.
    pub swaps: Vec<(u64, u64)>,
}

/// What a thread is to do next with one of its walks.
#[derive(Clone, Copy)]
struct Order {
    walk: usize,
    temperature: f64,
    proposals: u64,
    bar: i64,
    target: i64,
}

/// How one walk did.
struct News<C> {
    walk: usize,
    score: i64,
    proposals: u64,
    accepted: u64,
    /// The best candidate met, if it is above the bar.
    better: Option<(C, i64)>,
}

/// Runs the ladder from candidates that `fresh` makes, one for each rung.
///
/// Limits are looked at once a round, and a walk that reaches the target rests until the round is
/// over; improvements are told then, too. Equal seeds give equal runs with any number of threads,
/// unless the clock or an interrupt ends them.
///
/// # Panics
/// If the temperatures are not positive numbers that fall from hot to cold, or there is no rung.
pub fn temper<C: Candidate + Send>(
    seed: u64,
    mut fresh: impl FnMut(&mut Generator) -> C,
    ladder: &Ladder,
    limits: &mut Limits<'_>,
    improved: &mut dyn FnMut(&Improvement<'_, C>),
) -> Tempered<C> {
    assert_sensible(ladder.hot, ladder.cold);
    assert!(ladder.rungs > 0 && ladder.stretch > 0, "a ladder needs a rung and a stretch to walk");
    let mut generators = generators(seed);
    let mut swapper = generators.next().expect("the sequence of generators has no end");
    let walks: Vec<Walk<C>> = generators
        .take(ladder.rungs)
        .map(|mut generator| Walk::new(fresh(&mut generator), generator))
        .collect();
    let last = (ladder.rungs - 1).max(1) as f64;
    let temperatures: Vec<f64> = (0..ladder.rungs)
        .map(|rung| between(ladder.hot, ladder.cold, rung as f64 / last))
        .collect();

    let first = walks[0].candidate.clone();
    let mut keeper = Keeper::new(first, walks[0].score, ladder.target, limits, improved);
    for walk in &walks[1..] {
        keeper.offer(&walk.candidate, walk.score);
    }
    let mut scores: Vec<i64> = walks.iter().map(|walk| walk.score).collect();
    // Which walk stands on each rung: walks stay with their threads, only their places are swapped.
    let mut standing: Vec<usize> = (0..ladder.rungs).collect();
    let mut swaps = vec![(0, 0); ladder.rungs - 1];

    let over = thread::scope(|scope| {
        let crew = Crew::hire(scope, walks, ladder.threads.clamp(1, ladder.rungs));
        for round in 0..ladder.rounds {
            let over = keeper.over();
            if over.is_some() {
                return over;
            }
            let (bar, target) = (keeper.found.score, ladder.target.unwrap_or(i64::MAX));
            let mut allowed = keeper.left(u64::MAX);
            let orders = standing.iter().zip(&temperatures).map(|(&walk, &temperature)| {
                let proposals = ladder.stretch.min(allowed);
                allowed -= proposals;
                Order { walk, temperature, proposals, bar, target }
            });
            for news in crew.send_out(orders) {
                scores[news.walk] = news.score;
                keeper.found.proposals += news.proposals;
                keeper.found.accepted += news.accepted;
                if let Some((candidate, score)) = news.better {
                    keeper.offer(&candidate, score);
                }
            }
            for rung in (round as usize % 2..ladder.rungs - 1).step_by(2) {
                let (hot, cold) = (scores[standing[rung]], scores[standing[rung + 1]]);
                let chill = 1.0 / temperatures[rung + 1] - 1.0 / temperatures[rung];
                let swap = ln_random(&mut swapper) <= chill * (hot as f64 - cold as f64);
                swaps[rung].0 += 1;
                swaps[rung].1 += u64::from(swap);
                if swap {
                    standing.swap(rung, rung + 1);
                }
            }
        }
        None
    });
    let found = match over {
        Some(ended) => keeper.end(ended),
        None => keeper.done(),
    };
    Tempered { found, swaps }
}

/// How one thread is spoken to, and answers.
type Line<C> = (Sender<Vec<Order>>, Receiver<Vec<News<C>>>);

/// The threads that walk: each gets its orders for a round at once and answers at once, for waking
/// a thread takes as long as some hundred proposals. They end when the crew, and with it the senders
/// of their orders, is dropped.
struct Crew<C> {
    threads: Vec<Line<C>>,
}

impl<C: Candidate + Send> Crew<C> {
    fn hire<'scope>(
        scope: &'scope thread::Scope<'scope, '_>,
        walks: Vec<Walk<C>>,
        threads: usize,
    ) -> Self
    where
        C: 'scope,
    {
        let mut shares: Vec<Vec<Walk<C>>> = (0..threads).map(|_| vec![]).collect();
        for (i, walk) in walks.into_iter().enumerate() {
            shares[i % threads].push(walk);
        }
        let hire = |mut share: Vec<Walk<C>>| {
            let (send_orders, orders) = channel::<Vec<Order>>();
            let (send_news, news) = channel();
            scope.spawn(move || {
                for orders in orders {
                    let walk = |order: Order| obey(&mut share[order.walk / threads], order);
                    if send_news.send(orders.into_iter().map(walk).collect()).is_err() {
                        return;
                    }
                }
            });
            (send_orders, news)
        };
        Self { threads: shares.into_iter().map(hire).collect() }
    }

    /// Has the orders carried out; the news come in the order of the walks, whichever was first.
    fn send_out(&self, orders: impl Iterator<Item = Order>) -> Vec<News<C>> {
        const PANICKED: &str = "a thread of the ladder panicked; its own message is above";
        let mut shares: Vec<Vec<Order>> = self.threads.iter().map(|_| vec![]).collect();
        for order in orders {
            shares[order.walk % self.threads.len()].push(order);
        }
        for ((orders, _), share) in self.threads.iter().zip(shares) {
            orders.send(share).expect(PANICKED);
        }
        let mut all: Vec<News<C>> = vec![];
        for (_, news) in &self.threads {
            all.extend(news.recv().expect(PANICKED));
        }
        all.sort_by_key(|news| news.walk);
        all
    }
}

fn obey<C: Candidate>(walk: &mut Walk<C>, order: Order) -> News<C> {
    let (proposals, accepted) = (walk.proposals, walk.accepted);
    let mut left = order.proposals;
    let mut bar = order.bar;
    let mut better: Option<C> = None;
    while left > 0 && bar < order.target {
        left -= walk.walk(order.temperature, left, bar);
        if walk.score > bar {
            bar = walk.score;
            match &mut better {
                Some(better) => better.clone_from(&walk.candidate),
                None => better = Some(walk.candidate.clone()),
            }
        }
    }
    News {
        walk: order.walk,
        score: walk.score,
        proposals: walk.proposals - proposals,
        accepted: walk.accepted - accepted,
        better: better.map(|candidate| (candidate, bar)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ended;
    use super::super::max_cut::{Cut, Graph};
    use super::*;
    use crate::Stop;

    const LADDER: Ladder = Ladder {
        hot: 12.0,
        cold: 0.5,
        rungs: 6,
        stretch: 100,
        rounds: 50,
        threads: 2,
        target: None,
    };

    #[test]
    fn finds_the_largest_cut() {
        let graph = Graph::random(16, 3);
        let best = graph.largest_cut();
        for seed in 0..10 {
            let Tempered { found, swaps } =
                temper(seed, |g| Cut::random(&graph, g), &LADDER, &mut Limits::none(), &mut |_| ());
            assert_eq!((found.score, found.best.recount()), (best, best), "seed {seed}");
            assert_eq!((found.proposals, found.ended), (6 * 100 * 50, Ended::Done));
            assert!(swaps.iter().all(|&(asked, made)| asked == 25 && made > 0), "{swaps:?}");
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let graph = Graph::random(50, 4);
        let run = |threads, most, target| {
            let mut heard = vec![];
            let ladder = Ladder { target, threads, ..LADDER };
            let mut limits = Limits::none().expansions(most);
            let mut hear = |i: &Improvement<'_, Cut>| {
                assert_eq!(i.candidate.recount(), i.score);
                heard.push((i.score, i.proposals));
            };
            let tempered = temper(11, |g| Cut::random(&graph, g), &ladder, &mut limits, &mut hear);
            (tempered, heard)
        };
        let alone = run(1, u64::MAX, None);
        let target = alone.0.found.score - 10;
        for threads in [2, 4, 100] {
            assert_eq!(run(threads, u64::MAX, None), alone);
        }
        for (most, target) in [(1_234, None), (u64::MAX, Some(target))] {
            let alone = run(1, most, target);
            assert_ne!(alone.0.found.ended, Ended::Done);
            assert_eq!(run(2, most, target), alone);
            assert_eq!(run(4, most, target), alone);
        }
    }

    /// A candidate that fails after a while.
    #[derive(Clone)]
    struct Fragile(u32);

    impl Candidate for Fragile {
        type Change = ();
        fn score(&self) -> i64 {
            0
        }
        fn propose(&self, _: &mut Generator) {}
        fn try_change(&mut self, (): &(), _: i64) -> Option<i64> {
            self.0 += 1;
            assert!(self.0 < 150, "broken");
            Some(0)
        }
    }

    #[test]
    #[should_panic(expected = "panicked")]
    fn a_panic_ends_the_ladder_instead_of_hanging_it() {
        let mut made = 0;
        let fresh = |_: &mut Generator| {
            made += 1;
            Fragile(if made == 2 { 100 } else { 0 })
        };
        temper(1, fresh, &LADDER, &mut Limits::none(), &mut |_| ());
    }

    #[test]
    fn stops_where_it_is_told_to() {
        let graph = Graph::random(16, 3);
        for most in [0, 1, 599, 600, 1_234] {
            let mut limits = Limits::none().expansions(most);
            let run = temper(1, |g| Cut::random(&graph, g), &LADDER, &mut limits, &mut |_| ());
            let ended = Ended::Stopped(Stop::Expansions);
            assert_eq!((run.found.proposals, run.found.ended), (most, ended));
        }
    }
}
