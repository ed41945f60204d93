//! The probability that the best candidate is the right repair.

use super::candidates::Mistake;
use super::model::Judged;

/// The number of features.
pub const FEATURES: usize = 15;

/// The probability of a change of several brackets in one run after which every line is where its column says.
pub(super) const SURE: f64 = 0.99;

/// What one more of each feature adds to the logarithm of the odds: a logistic regression over 4,000 damaged forms of 23 projects, in which a
/// case at the end of a form counts twice, a realistic one 1.5 times, and one that no bracket restores 0.3 times. Five that won nothing
/// are left out; the first weight makes up for them. `REPAIR_FEATURES=1 cargo run
/// --release --example repair -- FOLDER...` prints the features of each case.
const WEIGHTS: [f64; FEATURES] = [
    -0.65, -0.33, -0.22, -0.63, 0.47, 1.73, -0.88, -0.43, 1.15, 1.61, 2.28, 1.36, 0.24, 0.26, -1.37,
];

/// The features of the best candidate, which `WEIGHTS` multiplies.
#[derive(Clone, Copy, Debug)]
pub struct Features(pub [f64; FEATURES]);

impl Features {
    /// The features of the first candidate for a text. With `is_run`, it makes every line stand where its column says.
    pub(super) fn of(text: &str, judged: &[Judged], is_run: bool) -> Self {
        let best = &judged[0];
        let others = || judged[1..].iter();
        let odds = others().map(|other| other.odds(best));
        let gap = -libm::log(odds.sum::<f64>().max(1e-9));
        let most = others().map(|other| other.plain).fold(f64::MIN, f64::max);
        let mut features = [0.0; FEATURES];
        features[0] = 1.0;
        if let Some(mistake) = best.candidate.only_mistake(text) {
            features[1 + mistake as usize] = 1.0;
            // The first four kinds of mistakes are those of a number of closing brackets, which a run can undo.
            if is_run && mistake <= Mistake::CloserAdded {
                features[8 + mistake as usize] = 1.0;
            }
        }
        let standing = best.weight.standing;
        features[12] = gap.clamp(-5.0, 10.0);
        features[13] = (best.plain - most).clamp(-6.0, 6.0);
        features[14] = (standing.astray as f64 / (standing.lines as f64 + 3.0)).min(0.5);
        Features(features)
    }

    /// The probability of the candidate, from 0 to 1.
    pub(super) fn probability(&self) -> f64 {
        let odds: f64 = self
            .0
            .iter()
            .zip(WEIGHTS)
            .map(|(feature, weight)| feature * weight)
            .sum();
        1.0 / (1.0 + libm::exp(-odds))
    }
}
