//! Who can get into the boat, in the order of the rules.

use super::{Bank, River, safe};

/// Loads of a size by x = missionaries − cannibals: the nearest to 0 first, then the negative one.
fn by_balance(nearest: i64, farthest: i64) -> impl Iterator<Item = i64> {
    (nearest..=farthest)
        .step_by(2)
        .flat_map(|d| [-d, d].into_iter().take(if d == 0 { 1 } else { 2 }))
}

/// The missionaries and cannibals of a load.
#[expect(clippy::cast_sign_loss, reason = "x is never larger than the size")]
fn load(size: i64, x: i64) -> (u32, u32) {
    ((size + x) as u32 / 2, (size - x) as u32 / 2)
}

impl River {
    /// Calls `visit` with every load that the people at the landing can make up, in order.
    pub(super) fn all_loads(&self, bank: Bank, visit: &mut impl FnMut((u32, u32))) {
        let Bank { missionaries, cannibals, .. } = self.landing(bank);
        for size in 1..=self.capacity.min(missionaries + cannibals) {
            let size = i64::from(size);
            for x in by_balance(size % 2, size) {
                let load = load(size, x);
                if load.0 <= missionaries && load.1 <= cannibals {
                    visit(load);
                }
            }
        }
    }

    /// Calls `visit` with every load that leaves and makes safe banks, in order.
    ///
    /// Where missionaries are on both banks afterwards, there are at least as many as cannibals on
    /// both: that is a range of x. Otherwise all missionaries get on, or there are none over there
    /// and none gets on: two more candidates.
    pub(super) fn safe_loads(&self, bank: Bank, visit: &mut impl FnMut((u32, u32))) {
        let from = self.landing(bank);
        let to = self.across(from);
        let (m, c) = (i64::from(from.missionaries), i64::from(from.cannibals));
        let surplus = (m - c, i64::from(to.missionaries) - i64::from(to.cannibals));
        for size in 1..=i64::from(self.capacity).min(m + c) {
            let mut look = |x: i64| {
                let load = load(size, x);
                let safe_here = safe(from.missionaries - load.0, from.cannibals - load.1);
                if safe_here && safe(to.missionaries + load.0, to.cannibals + load.1) {
                    visit(load);
                }
            };
            // From as few missionaries as there can be to as many.
            let fewest = 2 * (size - c).max(0) - size;
            let all = 2 * m.min(size) - size;
            let low = fewest.max(-surplus.1);
            let low = low + (low - size).rem_euclid(2);
            let high = all.min(surplus.0);
            let high = high - (high - size).rem_euclid(2);
            let none_there = to.missionaries == 0 && size <= c;
            let none_here = m <= size && !(none_there && fewest == all);
            let mut ends = [none_there.then_some(fewest), none_here.then_some(all)];
            ends.sort_by_key(|end| end.map(|x| (x.abs(), x)));
            let (near, far) = match (low <= high, low <= 0 && 0 <= high) {
                (false, _) => (i64::MAX, i64::MIN),
                (true, true) => (size % 2, high.max(-low)),
                (true, false) => (low.abs().min(high.abs()), low.abs().max(high.abs())),
            };
            ends.into_iter().flatten().filter(|x| x.abs() < near).for_each(&mut look);
            if near <= far {
                by_balance(near, far).filter(|x| (fewest..=all).contains(x)).for_each(&mut look);
                ends.into_iter().flatten().filter(|x| x.abs() > far).for_each(&mut look);
            }
        }
    }
}
