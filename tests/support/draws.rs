//! Which random texts the tests draw.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// How many texts are tried, and which: the same ones each time, or those of `PROPTEST_RNG_SEED`.
pub(crate) fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let rng_seed = match asked.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed => fixed,
    };
    ProptestConfig {
        rng_seed,
        failure_persistence: None,
        max_global_rejects: 1 << 20,
        ..asked
    }
}
