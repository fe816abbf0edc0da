//! Statistics of measurements: bootstrap intervals, the signed-rank test, Holm's correction.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::f64::consts::SQRT_2;

/// The number of bootstrap samples, unless they draw more than [`MAX_DRAWS`] values.
const RESAMPLES: usize = 2_000;
/// The maximum number of values that all bootstrap samples draw together, so that large studies are
/// reported in seconds.
const MAX_DRAWS: usize = 20_000_000;
/// The minimum number of bootstrap samples.
const MIN_RESAMPLES: usize = 200;
/// The smallest sample that has an interval. The extremes of five values enclose the median with a
/// probability of 94 %, so fewer than six cannot give 95 %.
pub const MIN_SAMPLE: usize = 6;
/// The share of bootstrap samples outside an interval, on each side.
const TAIL: f64 = 0.025;
/// The seed of all bootstrap samples: the same values always have the same interval.
const SEED: u64 = 1;
/// The largest sample whose signed-rank test is exact.
const MAX_EXACT: usize = 100;

/// Returns the arithmetic mean, or `None` without values.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the median, or `None` without values; of an even number, the mean of the middle two.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    let upper = *sorted.get(half)?;
    Some(if sorted.len() % 2 == 1 { upper } else { f64::midpoint(sorted[half - 1], upper) })
}

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// Returns both ends as text.
    pub fn text(self, format: impl Fn(f64) -> String) -> String {
        format!("{} to {}", format(self.low), format(self.high))
    }
}

/// Returns the bootstrap percentile interval of a statistic, or `None` for a sample that is too small.
///
/// B. Efron, R. Tibshirani: An Introduction to the Bootstrap, 1993, chapter 13.
pub fn interval<T: Copy>(
    sample: &[T],
    statistic: impl Fn(&[T]) -> Option<f64>,
) -> Option<Interval> {
    if sample.len() < MIN_SAMPLE {
        return None;
    }
    let values = bootstrap(sample, statistic);
    // The number is small and not negative.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let outside = (TAIL * values.len() as f64) as usize;
    Some(Interval { low: *values.get(outside)?, high: *values.get(values.len() - 1 - outside)? })
}

/// Returns the statistic of every bootstrap sample, in ascending order.
fn bootstrap<T: Copy>(sample: &[T], statistic: impl Fn(&[T]) -> Option<f64>) -> Vec<f64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut drawn = sample.to_vec();
    let draw = |_| {
        for value in &mut drawn {
            // The upper half of the product is below the length.
            let place = (u128::from(random.next_u64()) * sample.len() as u128) >> 64;
            *value = sample[place as usize];
        }
        statistic(&drawn)
    };
    let number = (MAX_DRAWS / sample.len()).clamp(MIN_RESAMPLES, RESAMPLES);
    let mut values: Vec<f64> = (0..number).filter_map(draw).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Returns the two-sided p-value of Wilcoxon's signed-rank test that differences are symmetric about 0.
///
/// Differences of 0 are left out; equal ones share their mean rank. Up to 100 differences the
/// distribution is exact, beyond that normal, with corrections for continuity and for ties.
///
/// F. Wilcoxon: Individual comparisons by ranking methods. Biometrics Bulletin 1 (1945), 80–83.
#[must_use]
pub fn signed_rank(differences: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|&d| d != 0.0).collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    // Twice the ranks, which are integers also for ties.
    let (mut ranks, mut positive, mut ties) = (vec![], 0, 0.0);
    for equal in sorted.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let rank = 2 * ranks.len() + equal.len() + 1;
        ranks.resize(ranks.len() + equal.len(), rank);
        positive += rank * equal.iter().filter(|&&d| d > 0.0).count();
        ties += (equal.len() as f64).powi(3) - equal.len() as f64;
    }
    let (n, total) = (ranks.len() as f64, ranks.iter().sum::<usize>());
    let smaller = positive.min(total - positive);
    if ranks.len() <= MAX_EXACT {
        // The probability of each sum of ranks if every sign is a fair coin.
        let mut sums = vec![0.0; total + 1];
        sums[0] = 1.0;
        for rank in ranks {
            for sum in (0..=total).rev() {
                let with = if sum >= rank { sums[sum - rank] } else { 0.0 };
                sums[sum] = f64::midpoint(sums[sum], with);
            }
        }
        return (2.0 * sums[..=smaller].iter().sum::<f64>()).min(1.0);
    }
    let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0).sqrt();
    let distance = (n * (n + 1.0) / 4.0 - smaller as f64 / 2.0 - 0.5).max(0.0);
    erfc(distance / deviation / SQRT_2).min(1.0)
}

/// Returns the complementary error function of a number that is not negative, with a relative error
/// below 1.2 · 10⁻⁷.
///
/// W. Press et al.: Numerical Recipes in C, 2nd edition, 1992, section 6.2.
fn erfc(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x);
    let series = COEFFICIENTS.iter().rev().fold(0.0, |sum, &c| sum * t + c);
    t * (series - x * x).exp()
}

/// Returns p-values of several tests, adjusted so that they hold together.
///
/// S. Holm: A simple sequentially rejective multiple test procedure. Scandinavian Journal of
/// Statistics 6 (1979), 65–70.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let (mut adjusted, mut least) = (vec![1.0; p.len()], 0.0_f64);
    for (nth, &test) in order.iter().enumerate() {
        least = least.max(p[test] * (p.len() - nth) as f64).min(1.0);
        adjusted[test] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    #[test]
    fn medians_of_even_samples_are_between_the_middle_two() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!((median(&[]), mean(&[])), (None, None));
        assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
    }

    /// The mouse data of Efron and Tibshirani, 1993: with infinitely many bootstrap samples, the standard
    /// errors of mean and median of the treatment group are 23.36 and 37.83 (table 2.2).
    #[test]
    fn bootstrap_errors_are_those_of_the_book() {
        let mice = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];
        for (statistic, expected) in [(mean as fn(&[f64]) -> Option<f64>, 23.36), (median, 37.83)] {
            let values = bootstrap(&mice, statistic);
            let center = mean(&values).unwrap();
            let squares: Vec<f64> = values.iter().map(|v| (v - center).powi(2)).collect();
            assert_near(mean(&squares).unwrap().sqrt(), expected, 0.05 * expected);
        }
    }

    /// The bootstrap distribution of a median is known: the median of n draws is at most the k-th value
    /// if more than half of the draws are.
    #[test]
    fn an_interval_of_the_median_is_exact() {
        let n = 13;
        let sample: Vec<f64> = (1..=n).map(f64::from).collect();
        let at_most = |k: u32| -> f64 {
            let p = f64::from(k) / f64::from(n);
            let choose =
                |m: u32| (0..m).map(|i| f64::from(n - i) / f64::from(i + 1)).product::<f64>();
            let exactly = |m: u32| {
                choose(m) * p.powi(m.cast_signed()) * (1.0 - p).powi((n - m).cast_signed())
            };
            (n / 2 + 1..=n).map(exactly).sum()
        };
        let quantile = |share: f64| f64::from((1..=n).find(|&k| at_most(k) > share).unwrap());
        let expected = Interval { low: quantile(TAIL), high: quantile(1.0 - TAIL) };
        assert_eq!(interval(&sample, median), Some(expected));
        assert_eq!((expected.low, expected.high), (4.0, 10.0));
        assert_eq!(interval(&sample[..5], median), None);
        assert_eq!(interval(&[7.0; 6], mean), Some(Interval { low: 7.0, high: 7.0 }));
    }

    /// Of 200 samples whose mean is known, about 95 % have an interval that encloses it.
    #[test]
    fn intervals_cover_the_true_value() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let covered = (0..200).filter(|_| {
            let uniform: Vec<f64> =
                (0..30).map(|_| random.next_u64() as f64 / 2f64.powi(64)).collect();
            interval(&uniform, mean).is_some_and(|i| i.low <= 0.5 && 0.5 <= i.high)
        });
        let covered = covered.count();
        assert!((180..=198).contains(&covered), "{covered}");
    }

    /// Every assignment of signs, counted.
    fn enumerated(differences: &[f64]) -> f64 {
        let n = differences.len();
        let rank = |i: usize| -> f64 {
            let below = differences.iter().filter(|d| d.abs() < differences[i].abs()).count();
            let equal = differences
                .iter()
                .filter(|d| d.abs().total_cmp(&differences[i].abs()).is_eq())
                .count();
            below as f64 + f64::midpoint(equal as f64, 1.0)
        };
        let ranks: Vec<f64> = (0..n).map(rank).collect();
        let sum =
            |signs: usize| (0..n).filter(|i| signs >> i & 1 == 1).map(|i| ranks[i]).sum::<f64>();
        let seen = sum((0..n).filter(|&i| differences[i] > 0.0).map(|i| 1 << i).sum());
        let center = ranks.iter().sum::<f64>() / 2.0;
        let extreme = |signs: &usize| (sum(*signs) - center).abs() >= (seen - center).abs();
        (0..1 << n).filter(extreme).count() as f64 / f64::from(1 << n)
    }

    #[test]
    fn signed_ranks_agree_with_published_values_and_enumeration() {
        // M. Hollander, D. Wolfe: Nonparametric Statistical Methods, 1973, p. 29: depression scores,
        // V = 40 and p = 0.0195 on one side; also in the manual of R's wilcox.test.
        let first = [1830, 500, 1620, 2480, 1680, 1880, 1550, 3060, 1300];
        let second = [878, 647, 598, 2050, 1060, 1290, 1060, 3140, 1290];
        let scores: Vec<f64> = first.iter().zip(second).map(|(a, b)| f64::from(a - b)).collect();
        assert_near(signed_rank(&scores), 2.0 * 0.019_531_25, 1e-12);
        assert_near(signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 2.0 / 64.0, 1e-12);
        for differences in [
            &[1.0, -1.0, 2.0, 2.0, -3.0, 5.0, 5.0, 5.0][..],
            &[-4.0, 3.0, -2.0, 1.0, 7.0],
            &[1.0, 1.0, 1.0],
        ] {
            assert_near(signed_rank(differences), enumerated(differences), 1e-12);
        }
        assert_near(signed_rank(&[0.0, 0.0]), 1.0, 0.0);
        assert_near(signed_rank(&[0.0, -1.0, 1.0]), 1.0, 0.0);
    }

    #[test]
    fn the_normal_approximation_continues_the_exact_distribution() {
        // erfc(1), from tables.
        assert_near(erfc(1.0), 0.157_299_207_05, 1e-7);
        let signed = |i: u32| f64::from(i) * if i % 5 < 2 { -1.0 } else { 1.0 };
        let mut differences: Vec<f64> = (1..=100).map(signed).collect();
        let exact = signed_rank(&differences);
        // One more, of the lowest rank.
        differences.push(0.5);
        assert!((0.03..0.1).contains(&exact), "{exact}");
        assert_near(signed_rank(&differences), exact, 0.01);
        assert!(signed_rank(&vec![1.0; 500]) < 1e-9);
    }

    /// The values of R's `p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm")`, in another order.
    #[test]
    fn holm_corrects_several_tests() {
        let adjusted = holm(&[0.04, 0.01, 0.03, 0.02]);
        for (value, expected) in adjusted.iter().zip([0.06, 0.04, 0.06, 0.06]) {
            assert_near(*value, expected, 1e-12);
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
