//! How probable it is that the best candidate is the repair, by what is known of it.

use super::examine::{Judged, is_on_one_line, only_mishap};

/// The number of signs.
pub const SIGNS: usize = 20;

/// How probable a change of several brackets in one run is after which every line stands where its column says.
pub(super) const SURE: f64 = 0.99;

/// What one more of each sign adds to the logarithm of the odds: a logistic regression over 4,000 damaged forms of 23 projects, in which a
/// case at the end of a form counts twice, a realistic one 1.5 times, and one that no bracket restores 0.3 times. `REPAIR_SIGNS=1 cargo run
/// --release --example repair -- FOLDER...` prints the signs of each case.
const WEIGHTS: [f64; SIGNS] = [
    -0.30, -0.33, -0.22, 1.73, -0.63, 0.47, -0.88, -0.43, 1.15, 1.61, 0.0, 2.28, 1.36, -0.09,
    -0.23, 0.24, 0.26, -1.37, -0.09, 0.12,
];

/// What is known of the best candidate: the numbers that `WEIGHTS` are for.
#[derive(Clone, Copy, Debug)]
pub struct Signs(pub [f64; SIGNS]);

impl Signs {
    /// The signs of the first candidate for a text. The one with the index `run` makes every line stand where its column says.
    pub(super) fn of(text: &str, judged: &[Judged], run: Option<usize>) -> Self {
        let best = &judged[0];
        let others = || judged[1..].iter();
        let odds = |other: &Judged| (other.weight.evidence - best.weight.evidence).exp();
        let gap = -others().map(odds).sum::<f64>().max(1e-9).ln();
        let most = others().map(|other| other.plain).fold(f64::MIN, f64::max);
        let mut signs = [0.0; SIGNS];
        signs[0] = 1.0;
        if let Some(mishap) = only_mishap(text, &best.draft) {
            let mishap = mishap as usize;
            signs[1 + mishap] = 1.0;
            if run == Some(0) && mishap < 5 {
                signs[8 + mishap] = 1.0;
            }
        }
        match run {
            Some(0) => signs[13] = gap.clamp(-3.0, 10.0),
            Some(_) => signs[14] = 1.0,
            None => {}
        }
        let standing = best.weight.standing;
        let lines = standing.lines as f64;
        signs[15] = gap.clamp(-5.0, 10.0);
        signs[16] = (best.plain - most).clamp(-6.0, 6.0);
        signs[17] = (standing.astray as f64 / (lines + 3.0)).min(0.5);
        signs[18] = lines.ln_1p();
        signs[19] = f64::from(is_on_one_line(text));
        Signs(signs)
    }

    /// How probable the candidate is, from 0 to 1.
    pub(super) fn probability(&self) -> f64 {
        let odds: f64 = self
            .0
            .iter()
            .zip(WEIGHTS)
            .map(|(sign, weight)| sign * weight)
            .sum();
        1.0 / (1.0 + (-odds).exp())
    }
}
