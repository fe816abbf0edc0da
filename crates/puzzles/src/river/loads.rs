//! The loads of the boat, in order. Only loads that can be safe are tried: large boats cost little.

use super::{Bank, People, River, safe};

/// Iterates over d = missionaries − cannibals of loads of one size: the balanced first, of two
/// equally balanced the negative one.
fn by_balance(nearest: i64, farthest: i64) -> impl Iterator<Item = i64> {
    let both = |d: i64| [-d, d].into_iter().skip(usize::from(d == 0));
    (nearest..=farthest).step_by(2).flat_map(both)
}

/// Returns the missionaries and cannibals of the load with a size and a difference.
#[expect(clippy::cast_sign_loss, reason = "the difference is at most the size")]
fn load(size: i64, difference: i64) -> People {
    [(size + difference) as u32 / 2, (size - difference) as u32 / 2]
}

impl River {
    /// Returns an upper bound on the number of loads of a trip.
    pub(super) fn most_loads(&self) -> u64 {
        let [m, c] = self.all.map(u64::from);
        let sizes = u64::from(self.capacity).min(m + c);
        // Of each size, one load for each number of missionaries.
        let all = sizes * (m.min(c).min(sizes) + 1);
        if self.published {
            return all;
        }
        // The differences that keep both banks safe span the surplus of missionaries. They change by
        // two; both ends, and loads without or with all missionaries, come on top.
        all.min(sizes * (m.saturating_sub(c) / 2 + 3))
    }

    /// Visits the loads that can leave a bank, in order: under the correct rules those that keep
    /// everybody safe, under the published ones all that fit.
    ///
    /// If missionaries are on both banks after the trip, neither bank may have a surplus of cannibals:
    /// this is a range of differences. Otherwise the load takes all missionaries, or none where none
    /// are across: these are two more candidates.
    pub(super) fn loads(&self, bank: Bank, visit: &mut impl FnMut(People)) {
        if !self.published && !self.is_safe(bank) {
            return;
        }
        let from = if bank.boat { bank } else { self.across(bank) };
        let to = self.across(from);
        let ([m, c], [to_m, to_c]) = (from.people.map(i64::from), to.people.map(i64::from));
        for size in 1..=i64::from(self.capacity).min(m + c) {
            let mut consider = |difference: i64| {
                let load = load(size, difference);
                let left = [from.people[0] - load[0], from.people[1] - load[1]];
                let arrived = [to.people[0] + load[0], to.people[1] + load[1]];
                if self.published || safe(left) && safe(arrived) {
                    visit(load);
                }
            };
            // The differences of the loads with the fewest and with the most missionaries.
            let fewest = 2 * (size - c).max(0) - size;
            let most = 2 * m.min(size) - size;
            let fits = |d: &i64| (fewest..=most).contains(d);
            if self.published {
                by_balance(size % 2, size).filter(fits).for_each(&mut consider);
                continue;
            }
            let low = fewest.max(to_c - to_m);
            let low = low + (low - size).rem_euclid(2);
            let high = most.min(m - c);
            let high = high - (high - size).rem_euclid(2);
            let takes_none = to_m == 0 && size <= c;
            let takes_all = m <= size && !(takes_none && fewest == most);
            let mut ends = [takes_none.then_some(fewest), takes_all.then_some(most)];
            ends.sort_by_key(|end| end.map(|d| (d.abs(), d)));
            let (near, far) = match (low <= high, low <= 0 && 0 <= high) {
                (false, _) => (i64::MAX, i64::MAX - 1),
                (true, true) => (size % 2, high.max(-low)),
                (true, false) => (low.abs().min(high.abs()), low.abs().max(high.abs())),
            };
            let ends = || ends.into_iter().flatten();
            ends().filter(|d| d.abs() < near).for_each(&mut consider);
            by_balance(near, far).filter(fits).for_each(&mut consider);
            ends().filter(|d| d.abs() > far).for_each(&mut consider);
        }
    }
}
