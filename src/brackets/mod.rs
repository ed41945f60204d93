//! Diagnoses wrong brackets and quotation marks in a text that cannot be read, and repairs them where the repair is certain.
//!
//! [`margin`](crate::syntax::margin) finds the unreadable forms. Of the groups of files below, each takes only from those above it.

// Read: the open lists of a text, with their items and columns.
pub(crate) mod arities;
mod outline;

// Propose: the changes that make a form balance.
mod candidates;
mod fit;
mod run;

// Weigh: how probable each change is, by the author's habits, and what speaks against all of them.
mod comments;
mod examine;
mod measured;
mod model;
mod obstacles;
mod strings;

// Report: the best change as errors, or applied.
mod diagnose;
mod repair;
mod report;

use crate::options::Options;
use crate::pipeline::read_whole;
use crate::syntax::lexemes::lexemes;
use crate::text::source::Source;

pub use diagnose::diagnose;
pub use examine::Accept;
pub use measured::Counted;
pub use model::Counts;
pub use repair::{Repaired, repair, repair_ranges};
pub use report::{PossibleRepair, Verdict};
pub use strings::straight_quotes;

/// Counts the choices of a text's author, for the tables of [`measured`]; none if the text cannot be read.
#[doc(hidden)]
pub fn measure(input: &[u8], options: &Options, counts: &mut Counts) -> Option<()> {
    let source = Source::decode(input).ok()?;
    let text = source.text.as_ref();
    let reading = read_whole(text, source.encoding, options).ok()?;
    let (lexemes, _) = lexemes(text, reading.switches);
    counts.learn(text, &lexemes);
    Some(())
}
