//! Temperatures and the acceptance rule of annealing.
//!
//! The rule is due to Metropolis, Rosenbluth, Rosenbluth, Teller and Teller (1953): a change that
//! lowers the score by d is accepted with probability exp(−d / temperature).
//!
//! The results of the platform's `ln` and `exp` can differ between machines in the last bit, and
//! runs would diverge. The functions here use only operations that IEEE 754 defines exactly.

use super::Generator;
use rand::Rng;
use std::f64::consts::{LN_2, SQRT_2};

/// Returns the natural logarithm of a normal positive number, to about ten digits.
#[inline]
fn ln(x: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut m = f64::from_bits(bits & MANTISSA | 1023 << 52);
    if m > SQRT_2 {
        m *= 0.5;
        exponent += 1;
    }
    // ln m = 2 artanh s; |s| ≤ 0.172, so six terms suffice.
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let series = 1.0
        + z * (1.0 / 3.0 + z * (1.0 / 5.0 + z * (1.0 / 7.0 + z * (1.0 / 9.0 + z * (1.0 / 11.0)))));
    f64::from(exponent) * LN_2 + 2.0 * s * series
}

/// Returns e to the power of x, for |x| ≤ 700.
fn exp(x: f64) -> f64 {
    let exponent = (x / LN_2).round();
    let rest = x - exponent * LN_2;
    let mut sum = 1.0;
    for k in (1..=16).rev() {
        sum = 1.0 + sum * rest / f64::from(k);
    }
    sum * f64::from_bits((exponent as i64 + 1023).cast_unsigned() << 52)
}

/// Returns the logarithm of a uniform random number in (0, 1].
#[inline]
pub(crate) fn ln_random(generator: &mut Generator) -> f64 {
    let unit = ((generator.next_u64() >> 11) + 1) as f64;
    ln(unit * (1.0 / (1u64 << 53) as f64))
}

/// Returns the lowest score that is accepted after `score`, drawn at random.
#[inline]
pub(super) fn threshold(score: i64, temperature: f64, generator: &mut Generator) -> i64 {
    // Scores are integers, so the cast may round the accepted decrease toward 0.
    score.saturating_add((temperature * ln_random(generator)) as i64)
}

/// Interpolates geometrically from `hot` (at `progress` = 0) to `cold` (at 1), both positive.
///
/// The result is the same on every machine.
#[must_use]
pub fn between(hot: f64, cold: f64, progress: f64) -> f64 {
    hot * exp(ln(cold / hot) * progress)
}

/// Panics unless the temperatures are positive and do not rise.
pub(super) fn assert_valid(hot: f64, cold: f64) {
    assert!(
        cold.is_normal() && hot.is_normal() && cold > 0.0 && hot >= cold && hot / cold < 1e300,
        "temperatures must be positive and hot ≥ cold, but hot is {hot} and cold is {cold}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn ln_and_exp_match_the_platform() {
        for i in 1..2000 {
            let x = f64::from(i) * 0.00731;
            assert!((ln(x) - x.ln()).abs() < 1e-9, "ln {x}");
            assert!((ln(1.0 / x) + x.ln()).abs() < 1e-9, "ln 1/{x}");
            let y = f64::from(i - 1000) * 0.3;
            assert!((exp(y) / y.exp() - 1.0).abs() < 1e-12, "exp {y}");
        }
        assert!((between(100.0, 1.0, 0.5) - 10.0).abs() < 1e-6);
        assert!((between(100.0, 1.0, 1.0) - 1.0).abs() < 1e-7);
    }

    /// Compares the acceptance rate of each decrease in a million draws with exp(−d / T).
    #[test]
    fn accepts_decreases_at_the_expected_rate() {
        let mut generator = Generator::seed_from_u64(1);
        let mut accepted = [0u32; 5];
        for _ in 0..1_000_000 {
            let max_decrease = -threshold(0, 2.0, &mut generator);
            for (d, count) in (0..).zip(&mut accepted) {
                *count += u32::from(d <= max_decrease);
            }
        }
        for (d, count) in accepted.into_iter().enumerate() {
            let expected = 1e6 * (-(d as f64) / 2.0).exp();
            assert!((f64::from(count) - expected).abs() < 2_500.0, "decrease {d}: {count}");
        }
        assert_eq!(threshold(i64::MIN, 1e9, &mut generator), i64::MIN);
    }
}
