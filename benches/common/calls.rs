//! The calls of a text, and how the layout indents them.

use schemefmt::Options;
use schemefmt::internals::call_sites::{CallSite, Indentation, call_sites};
use schemefmt::options::Columns;

/// Whether an indentation may be that of a body indented by this many columns, after `k` distinguished arguments.
pub(crate) fn may_be_body(indentation: Indentation, at: u8, k: u8) -> bool {
    matches!(indentation, Indentation::Body { columns, least, most } if columns == at && (least..=most).contains(&k))
}

/// The calls that the author of a text has broken, each with its indentation in the layout, whose columns are those of the rules; none
/// if that puts the call on one line. Nothing if the text cannot be formatted.
pub(crate) fn with_expected(
    input: &[u8],
    options: &Options,
) -> Vec<(CallSite, Option<Indentation>)> {
    let mut by_rules = options.clone();
    by_rules.style.columns = Columns::Rules;
    let laid_out = schemefmt::format(input, &by_rules).map(|formatted| formatted.output);
    let sites = |text: &[u8]| call_sites(text, options).unwrap_or_default();
    let (Ok(laid_out), found) = (laid_out, sites(input)) else {
        return Vec::new();
    };
    let both = found.into_iter().zip(sites(&laid_out));
    let broken =
        both.filter_map(|(site, expected)| Some((site?, expected.map(|it| it.indentation))));
    broken.collect()
}
