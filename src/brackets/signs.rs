//! The probability that the best candidate is the right repair.

use super::candidates::Mishap;
use super::examine::{Judged, only_mishap};

/// The number of signs.
pub const SIGNS: usize = 15;

/// The probability of a change of several brackets in one run after which every line is where its column says.
pub(super) const SURE: f64 = 0.99;

/// What one more of each sign adds to the logarithm of the odds: a logistic regression over 4,000 damaged forms of 23 projects, in which a
/// case at the end of a form counts twice, a realistic one 1.5 times, and one that no bracket restores 0.3 times. Five that won nothing
/// are left out; the first weight makes up for them. `REPAIR_SIGNS=1 cargo run
/// --release --example repair -- FOLDER...` prints the signs of each case.
const WEIGHTS: [f64; SIGNS] = [
    -0.65, -0.33, -0.22, -0.63, 0.47, 1.73, -0.88, -0.43, 1.15, 1.61, 2.28, 1.36, 0.24, 0.26, -1.37,
];

/// The signs of the best candidate, which `WEIGHTS` multiplies.
#[derive(Clone, Copy, Debug)]
pub struct Signs(pub [f64; SIGNS]);

impl Signs {
    /// The signs of the first candidate for a text. With `is_run`, it makes every line stand where its column says.
    pub(super) fn of(text: &str, judged: &[Judged], is_run: bool) -> Self {
        let best = &judged[0];
        let others = || judged[1..].iter();
        let odds = others().map(|other| other.odds(best));
        let gap = -libm::log(odds.sum::<f64>().max(1e-9));
        let most = others().map(|other| other.plain).fold(f64::MIN, f64::max);
        let mut signs = [0.0; SIGNS];
        signs[0] = 1.0;
        if let Some(mishap) = only_mishap(text, &best.draft) {
            signs[1 + mishap as usize] = 1.0;
            // The first four kinds of mishaps are those of a number of closing brackets, which a run can undo.
            if is_run && mishap <= Mishap::CloserAdded {
                signs[8 + mishap as usize] = 1.0;
            }
        }
        let standing = best.weight.standing;
        signs[12] = gap.clamp(-5.0, 10.0);
        signs[13] = (best.plain - most).clamp(-6.0, 6.0);
        signs[14] = (standing.astray as f64 / (standing.lines as f64 + 3.0)).min(0.5);
        Signs(signs)
    }

    /// The probability of the candidate, from 0 to 1.
    pub(super) fn probability(&self) -> f64 {
        let odds: f64 = self
            .0
            .iter()
            .zip(WEIGHTS)
            .map(|(sign, weight)| sign * weight)
            .sum();
        1.0 / (1.0 + libm::exp(-odds))
    }
}
