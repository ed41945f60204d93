//! Diagnoses wrong brackets and quotation marks in a text that cannot be read, and repairs them where the repair is certain.
//!
//! [`margin`](crate::syntax::margin) finds the broken forms. For each of them, [`candidates`] lists the changes that make it balance, and [`examine`] ranks these.
//! [`quotes`](crate::syntax::quotes) finds the line on which a quotation mark is wrong, and [`strings`] the mark if it is written twice.
//! [`diagnose`](mod@diagnose) reports the best change as errors, and [`repair`](mod@repair) applies it if it is certain.

pub(crate) mod arities;
mod candidates;
mod diagnose;
mod examine;
mod fit;
mod measured;
mod model;
mod obstacles;
mod outline;
mod repair;
mod report;
mod run;
mod signs;
mod strings;

use crate::options::Options;
use crate::pipeline::read;
use crate::text::source::Source;
use examine::BrokenText;

pub use diagnose::diagnose;
pub use model::{Counted, Counts};
pub use repair::{Accept, Candidate, Refusal, Repaired, Verdict, repair, repair_ranges};
pub use signs::Signs;

/// Counts the choices of a text's author, for the tables of [`measured`]; none if the text cannot be read.
#[doc(hidden)]
pub fn measure(input: &[u8], options: &Options, counts: &mut Counts) -> Option<()> {
    let source = Source::decode(input).ok()?;
    let text = source.text.as_ref();
    let reading = read(text, source.encoding, options).whole().ok()?;
    let broken_text = BrokenText::new(text, reading.switches, reading.dialect, options);
    let (lexemes, laid_out) = broken_text.laid_out(text)?;
    counts.learn(text, &lexemes, &laid_out);
    Some(())
}
