//! Repairs brackets and doubled quotation marks in a text that cannot be read, where no other change is probable.

use std::ops::Range;

use super::examine::{Accept, Examiner, applied};
use super::report::{Verdict, VerdictWriter};
use crate::options::Options;
use crate::pipeline::format;
use crate::text::diagnostics::Diagnostic;
use crate::text::source::Source;

/// The result of repairing a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repaired {
    /// The text after all certain repairs, in the encoding of the input.
    pub output: Vec<u8>,
    /// The verdict on each unreadable form, in source order. Empty if the text can be read.
    pub verdicts: Vec<Verdict>,
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
    let writer = VerdictWriter::new(&source);
    if !unreadable.is_by_brackets {
        return Err(writer.located(unreadable.error));
    }
    let examined = unreadable.examined;
    let output = source.encode(applied(text, &examined));
    repaired.output = output.map_err(|error| writer.located(error))?;
    repaired.verdicts = examined.iter().map(|it| writer.verdict(it)).collect();
    Ok(repaired)
}
