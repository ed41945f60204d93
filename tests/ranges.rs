//! Ranges of a text: only what they touch is laid out, and where it stands. `«` and `»` mark a range in the cases.

mod soup;

use std::ops::Range;

use proptest::prelude::*;
use schemefmt::options::{Identifiers, LineBreaks};
use schemefmt::{Diagnostic, Edit, Formatted, Options, edits, edits_between, format, format_range};

use soup::Choices;

/// A marked text without its marks, and the range between them.
fn unmarked(marked: &str) -> (String, Range<usize>) {
    let (before, rest) = marked.split_once('«').expect("a mark");
    let (within, after) = rest.split_once('»').expect("a second mark");
    let range = before.len()..before.len() + within.len();
    (format!("{before}{within}{after}"), range)
}

#[track_caller]
fn check(marked: &str, expected: &str) {
    let (text, range) = unmarked(marked);
    let options = Options::default();
    let once = format_one(text.as_bytes(), range, &options).expect("it can be read");
    assert_eq!(String::from_utf8_lossy(&once.output), expected, "{marked}");
}

#[test]
fn only_what_is_touched_changes() {
    // A form among others, and the comment that belongs to it.
    check(
        "(a  b)\n;; c\n(«d  e») ; f\n(g  h)\n",
        "(a  b)\n;; c\n(d e) ; f\n(g  h)\n",
    );
    // An item of a list, where it stands.
    check(
        "(define (f x)\n    (list  x\n      «(g    y\n  z)»))\n",
        "(define (f x)\n    (list  x\n           (g y z)))\n",
    );
    // What something stands before on its line stays there.
    check("(f   «(a   b)»  c)\n", "(f   (a b)  c)\n");
    // Several items, which the layout breaks as it does.
    check(
        "(begin\n       «(a  b) (c\n d)» (e   f))\n",
        "(begin\n  (a b)\n  (c d) (e   f))\n",
    );
    // A body of a form that stands badly itself.
    check(
        "      (let ((a 1))\n (f  a)\n «(g  a)»)\n",
        "      (let ((a 1))\n (f  a)\n        (g a))\n",
    );
}

/// A line feed that goes was the text's only one, and what ended a comment.
#[test]
fn the_last_line_feed_of_a_text_stays() {
    let text = b"(\nf); c\r(g x) ; d\r";
    let error = format_one(text, 0..3, &Options::default()).expect_err("another program");
    assert_eq!(error.code, "ambiguous");
    assert_eq!(error.labels[0].span, 7..8);
}

#[test]
fn white_space_and_closing_brackets_mean_nothing() {
    for marked in [
        "(a  b«)\n\n»(c  d)\n",
        "(a  (b  c«))»\n",
        "«»  (a  b)\n",
        "(a«  »b)\n",
    ] {
        check(marked, &marked.replace(['«', '»'], ""));
    }
    // The last line of a form touches its last datum, not all of it.
    check("(a  b\n«   (c  d))»\n", "(a  b\n    (c d))\n");
}

#[test]
fn a_place_means_the_datum_there() {
    check("(a  (b«»b  c))\n", "(a  (bb  c))\n");
    check("(a  «»(b  c))\n", "(a  (b c))\n");
}

#[test]
fn what_does_not_balance_elsewhere_does_not_matter() {
    check(
        "((a  b\n\n(c  d\n  «(e   f)»)\n\n(g))\n",
        "((a  b\n\n(c  d\n    (e f))\n\n(g))\n",
    );
    check("((a  b\n\n«(c  d)»\n\n(g))\n", "((a  b\n\n(c d)\n\n(g))\n");
    check("(a  b))\n\n«(c  d)»\n", "(a  b))\n\n(c d)\n");
    // A line within a string is no form.
    let options = Options::default();
    let text = b"(a \"\n(b   c)\n\"\n";
    let error = format_one(text, 5..9, &options).expect_err("it is open");
    assert_eq!(error.code, "unclosed-list");
    let error = format_one(b"(a  b\n\n(c  d)\n", 1..2, &options).expect_err("it is open");
    assert_eq!(error.code, "unclosed-list");
}

#[test]
fn several_ranges_may_touch_one_another() {
    let text = b"(a  b)\n(c  (d  e)  f)\n(g  h)\n";
    let options = Options::default();
    let output = |ranges: &[Range<usize>]| {
        let formatted = format_range(text, ranges, &options).expect("it can be read");
        String::from_utf8(formatted.output).expect("it is UTF-8")
    };
    assert_eq!(output(&[1..2, 23..24]), "(a  b)\n(c  (d  e)  f)\n(g  h)\n");
    assert_eq!(output(&[0..1, 22..23]), "(a b)\n(c  (d  e)  f)\n(g h)\n");
    // The inner list, and then all of the outer one.
    assert_eq!(output(&[11..12, 7..8]), "(a  b)\n(c (d e) f)\n(g  h)\n");
    assert_eq!(output(&[7..8, 11..12]), "(a  b)\n(c (d e) f)\n(g  h)\n");
}

#[test]
fn all_ranges_at_once_are_as_each_by_itself() {
    // One stands as it should, one is in an indented form, two are in one list, one is behind a blank line.
    let text = "(a b)\n  (c  d\n (e))\n(f  (g  h)  (i  j)  k)\n\n(l\n  (m))\n(n   o)\n";
    let options = Options::default();
    let data = ["(a", "(e", "(g", "(i", "(m"];
    let ranges = data.map(|datum| {
        let start = text.find(datum).expect("it is there");
        start..start + datum.len()
    });
    let at_once = format_range(text.as_bytes(), &ranges, &options).expect("it can be read");
    // From the last one on, so that places stay.
    let each = ranges
        .iter()
        .rev()
        .fold(text.as_bytes().to_vec(), |text, range| {
            let formatted = format_one(&text, range.clone(), &options);
            formatted.expect("it can be read").output
        });
    assert_eq!(
        String::from_utf8_lossy(&at_once.output),
        String::from_utf8_lossy(&each)
    );
}

#[test]
fn trailing_comments_stay_in_their_column() {
    let text = "(define a 1)      ; one\n(define long-name ; two\n  (f 2))          ; three\n";
    let options = Options::default();
    let formatted = format(text.as_bytes(), &options)
        .expect("it can be read")
        .output;
    for start in 0..formatted.len() {
        let again = format_one(&formatted, start..start + 1, &options).expect("it can be read");
        assert_eq!(
            String::from_utf8_lossy(&again.output),
            String::from_utf8_lossy(&formatted)
        );
    }
}

#[test]
fn edits_are_gaps_and_literals() {
    let text = "\u{feff}(λ  #T\n   (b))\n".as_bytes();
    let edit = |span: Range<usize>, text: &str| Edit {
        span,
        text: text.as_bytes().to_vec(),
    };
    let expected = [edit(7..8, ""), edit(9..10, "t"), edit(10..13, "")];
    assert_eq!(edits(text, &Options::default()), Ok(expected.to_vec()));
    // 8-bit text: each byte is a character.
    let text = b"(\xe9  \xff)\n";
    assert_eq!(edits(text, &Options::default()), Ok(vec![edit(3..4, "")]));
}

/// Formats what one range touches.
fn format_one(
    input: &[u8],
    range: Range<usize>,
    options: &Options,
) -> Result<Formatted, Diagnostic> {
    format_range(input, std::slice::from_ref(&range), options)
}

/// The text with edits made.
fn edited(input: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut end = 0;
    for edit in edits {
        output.extend_from_slice(&input[end..edit.span.start]);
        output.extend_from_slice(&edit.text);
        end = edit.span.end;
    }
    output.extend_from_slice(&input[end..]);
    output
}

/// Where a place went: one within what changed, to the end of that.
fn moved(place: usize, edits: &[Edit]) -> usize {
    let before = edits.iter().take_while(|edit| edit.span.start < place);
    before.fold(place, |moved, edit| {
        let skipped = edit.span.end.saturating_sub(place);
        moved + skipped + edit.text.len() - edit.span.len()
    })
}

/// Whatever is asked for of whatever text: an error with a place, or the promises.
fn is_sound(input: &[u8], range: Range<usize>, options: &Options) -> Result<(), TestCaseError> {
    let once = match format_one(input, range.clone(), options) {
        Ok(once) => once,
        Err(error) => {
            prop_assert_ne!(error.code, "internal", "{}", error);
            return Ok(());
        }
    };
    let edits = edits_between(input, &once).expect("it can be decoded");
    prop_assert_eq!(&edited(input, &edits), &once.output);
    let Ok(whole) = format(input, options) else {
        return Ok(());
    };
    // What is formatted stays.
    let again = format_one(&whole.output, range.clone(), options);
    let shown = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
    if range != (0..whole.output.len()) && whole.untouched.is_none() {
        prop_assert_eq!(
            again.map(|again| shown(&again.output)),
            Ok(shown(&whole.output))
        );
    }
    let all = format_one(input, 0..input.len(), options).expect("it can be formatted");
    prop_assert_eq!(shown(&all.output), shown(&whole.output));
    Ok(())
}

fn range_in(text: &[u8], (start, length): (usize, usize)) -> Range<usize> {
    let start = start % (text.len() + 1);
    start..(start + length).min(text.len())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 1 << 20, ..ProptestConfig::default() })]

    #[test]
    fn ranges_of_programs_are_sound(
        text in soup::program(),
        Choices(mut options) in soup::options(),
        at in (0usize..1000, 0usize..60),
    ) {
        // Folded, an operator may have another rule.
        options.identifiers = Identifiers::Keep;
        is_sound(text.as_bytes(), range_in(text.as_bytes(), at), &options)?;
    }

    #[test]
    fn ranges_of_soup_are_sound(
        text in soup::soup(),
        Choices(mut options) in soup::options(),
        at in (0usize..1000, 0usize..60),
    ) {
        options.identifiers = Identifiers::Keep;
        is_sound(text.as_bytes(), range_in(text.as_bytes(), at), &options)?;
    }

    #[test]
    fn the_same_range_again_changes_nothing(
        text in soup::plain_program(),
        Choices(options) in soup::options(),
        at in (0usize..1000, 0usize..60),
    ) {
        let mut options = options;
        options.style.line_breaks = LineBreaks::Canonical;
        let input = text.as_bytes();
        let range = range_in(input, at);
        let Ok(once) = format_one(input, range.clone(), &options) else {
            return Err(TestCaseError::reject("it does not balance"));
        };
        let edits = edits_between(input, &once).expect("it can be decoded");
        let (start, end) = (moved(range.start, &edits), moved(range.end, &edits));
        // White space at the ends is formatted with the whole.
        prop_assume!((start..end) != (0..once.output.len()));
        let again = format_one(&once.output, start..end, &options).expect("it can be read");
        let shown = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
        prop_assert_eq!(shown(&again.output), shown(&once.output), "{:?} of {:?}", range, text);
    }
}
