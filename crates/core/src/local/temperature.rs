//! Temperatures, and how far down a walk may step at one.
//!
//! The rule is that of Metropolis, Rosenbluth, Rosenbluth, Teller and Teller (1953): a step that
//! lowers the score by d is taken with probability exp(−d / temperature).
//!
//! The platform's `ln` and `exp` may differ in the last bit from one machine to the next, and one
//! bit is enough to send a walk another way. These are built of operations that IEEE 754 defines
//! exactly.

use super::Generator;
use rand::Rng;
use std::f64::consts::{LN_2, SQRT_2};

/// The natural logarithm of a normal positive number, to about ten digits.
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
    // ln m = 2 artanh s; |s| ≤ 0.172, so six terms do.
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let series = 1.0
        + z * (1.0 / 3.0 + z * (1.0 / 5.0 + z * (1.0 / 7.0 + z * (1.0 / 9.0 + z * (1.0 / 11.0)))));
    f64::from(exponent) * LN_2 + 2.0 * s * series
}

/// e to the x, for |x| up to 700.
fn exp(x: f64) -> f64 {
    let exponent = (x / LN_2).round();
    let rest = x - exponent * LN_2;
    let mut sum = 1.0;
    for k in (1..=16).rev() {
        sum = 1.0 + sum * rest / f64::from(k);
    }
    sum * f64::from_bits((exponent as i64 + 1023).cast_unsigned() << 52)
}

/// The logarithm of a random number above 0 and up to 1: minus an exponential variable.
#[inline]
pub(crate) fn ln_random(generator: &mut Generator) -> f64 {
    let unit = ((generator.next_u64() >> 11) + 1) as f64;
    ln(unit * (1.0 / (1u64 << 53) as f64))
}

/// The lowest score that the next step from `score` may lead to.
#[inline]
pub(super) fn threshold(score: i64, temperature: f64, generator: &mut Generator) -> i64 {
    // Scores are whole, so the drop allowed may be rounded toward 0, as the cast does.
    score.saturating_add((temperature * ln_random(generator)) as i64)
}

/// The number a share `part` of the way from one positive number (0) to another (1), going
/// geometrically; the same on every machine. Temperatures fall by it.
#[must_use]
pub fn between(hot: f64, cold: f64, part: f64) -> f64 {
    hot * exp(ln(cold / hot) * part)
}

/// Refuses temperatures that make no sense, before any time is spent.
pub(super) fn assert_sensible(hot: f64, cold: f64) {
    assert!(
        cold.is_normal() && hot.is_normal() && cold > 0.0 && hot >= cold && hot / cold < 1e300,
        "temperatures must be above 0 and fall from hot to cold, but hot is {hot} and cold {cold}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn logarithm_and_power_agree_with_the_platform() {
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

    /// A drop by d passes with probability exp(−d / T); these are the shares in a million draws.
    #[test]
    fn drops_pass_as_often_as_they_should() {
        let mut generator = Generator::seed_from_u64(1);
        let mut passed = [0u32; 5];
        for _ in 0..1_000_000 {
            let drop = -threshold(0, 2.0, &mut generator);
            for (d, count) in (0..).zip(&mut passed) {
                *count += u32::from(d <= drop);
            }
        }
        for (d, count) in passed.into_iter().enumerate() {
            let expected = 1e6 * (-(d as f64) / 2.0).exp();
            assert!((f64::from(count) - expected).abs() < 2_500.0, "drop {d}: {count}");
        }
        assert_eq!(threshold(i64::MIN, 1e9, &mut generator), i64::MIN);
    }
}
