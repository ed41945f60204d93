//! Repairs brackets and doubled quotation marks in a text that cannot be read, where no other change is probable.

use std::ops::Range;

use super::examine::{Examiner, applied};
use super::report::VerdictWriter;
use super::signs::Signs;
use crate::options::Options;
use crate::pipeline::format;
use crate::text::Edit;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::Lines;
use crate::text::source::Source;

/// The result of repairing a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repaired {
    /// The text after all certain repairs, in the encoding of the input.
    pub output: Vec<u8>,
    /// The verdict on each broken form, in source order. Empty if the text can be read.
    pub verdicts: Vec<Verdict>,
}

/// The verdict on a broken form.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The bytes of the form in the input.
    pub form: Range<usize>,
    /// The candidates for its repair, most probable first; at most three.
    pub candidates: Vec<Candidate>,
    /// The reason why the form is left alone; none if the first candidate is applied.
    pub refusal: Option<Refusal>,
    /// The signs from which the probability of the first candidate was computed.
    #[doc(hidden)]
    pub signs: Option<Signs>,
}

/// Why a form is left alone.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// A short name of the reason, such as `ambiguous`, for programs.
    pub reason: &'static str,
    /// The reason, at the most probable place.
    pub error: Diagnostic,
}

/// A possible repair of a form.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The edits of the input, in source order.
    pub edits: Vec<Edit>,
    /// A description of each edit with its place, in the same order.
    pub changes: Vec<Diagnostic>,
    /// The probability that this is the right repair, from 0 to 1.
    pub probability: f64,
}

/// Which candidates are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// Those that are certain.
    #[default]
    Certain,
    /// Also the best of those that differ only in the place on a line.
    Best,
}

/// Repairs the brackets and doubled quotation marks of a text that cannot be read, where the repair is certain. Nothing else changes, and top-level
/// forms that can be read stay as they are.
///
/// ```
/// use schemefmt::{Options, repair};
///
/// let text = b"(define (f x)\n  (let ((y (g x)))\n    (h y x))\n\n(define (g x)\n  (car (cdr x)))\n";
/// let repaired = repair(text, &Options::default())?;
/// assert!(repaired.output.starts_with(b"(define (f x)\n  (let ((y (g x)))\n    (h y x)))\n\n"));
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns an error if `input` cannot be decoded, if it cannot be formatted although its brackets balance, or if its encoding would be
/// another one after the repair.
pub fn repair(input: &[u8], options: &Options) -> Result<Repaired, Diagnostic> {
    let whole = 0..input.len();
    repair_ranges(
        input,
        std::slice::from_ref(&whole),
        Accept::Certain,
        options,
    )
}

/// Repairs like [`repair`] the forms that touch one of these spans of `input`, which are byte offsets.
///
/// # Errors
/// Returns an error if `input` cannot be decoded, if it cannot be formatted although its brackets balance, or if its encoding would be
/// another one after the repair.
pub fn repair_ranges(
    input: &[u8],
    ranges: &[Range<usize>],
    accept: Accept,
    options: &Options,
) -> Result<Repaired, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let mut repaired = Repaired {
        output: input.to_vec(),
        verdicts: Vec::new(),
    };
    let spans: Vec<_> = ranges
        .iter()
        .map(|range| source.span_of(range.clone()))
        .collect();
    let examiner = Examiner {
        encoding: source.encoding,
        options,
        accept,
    };
    let Some(unreadable) = examiner.examine(text, &spans) else {
        return format(input, options).map(|_| repaired);
    };
    if !unreadable.is_by_brackets {
        return Err(unreadable.error.located(text, &Lines::of(text)));
    }
    let examined = unreadable.examined;
    repaired.output = source.encode(applied(text, &examined))?;
    let mut writer = VerdictWriter::new(&source);
    repaired.verdicts = examined.iter().map(|it| writer.verdict(it)).collect();
    Ok(repaired)
}
