//! JUnit XML, which nearly every continuous integration system shows: one test case per file. There is no standard; this is
//! what the parsers of Jenkins, GitLab and Azure have in common.

use std::fmt::Write as _;

use schemefmt::Severity;

use super::xml::{attribute, content};
use super::{FileVerdict, Finding, Report, UNFORMATTED};
use crate::project::Outcome;

/// The element of a file that could not be formatted.
const ERROR: &str = "error";

/// The element of a file that is not formatted.
const FAILURE: &str = "failure";

/// The element of a file that was left alone.
const SKIPPED: &str = "skipped";

/// The element of any other file, if there is something to say about it.
const OUTPUT: &str = "system-out";

/// The whole document.
pub(super) fn render(reports: &[Report]) -> String {
    let cases: Vec<(&str, &Report)> = reports
        .iter()
        // A file that configures others is a test case only if there is something to say about it.
        .filter(|report| report.verdict != FileVerdict::Consulted || !report.findings.is_empty())
        .map(|report| (element(report), report))
        .collect();
    let count = |wanted| cases.iter().filter(|(found, _)| *found == wanted).count();
    let counts = format!(
        "name=\"schemefmt\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        cases.len(),
        count(FAILURE),
        count(ERROR),
        count(SKIPPED),
    );
    let mut document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite {counts}>\n"
    );
    document.extend(cases.iter().map(|(element, report)| case(element, report)));
    document.push_str("  </testsuite>\n</testsuites>\n");
    document
}

/// The element of a test case that says how it ended.
fn element(report: &Report) -> &'static str {
    let findings = report.findings.iter();
    let mut errors = findings.filter(|finding| finding.severity == Severity::Error);
    match &report.verdict {
        _ if errors.clone().any(|error| error.code != UNFORMATTED) => ERROR,
        _ if errors.next().is_some() => FAILURE,
        FileVerdict::Examined(Outcome::LeftAlone { .. }) => SKIPPED,
        _ => OUTPUT,
    }
}

fn case(element: &str, report: &Report) -> String {
    let path = report.plain_path();
    let (name, body) = (attribute(&path), content(&body(report, &path)));
    let case = format!("<testcase name=\"{name}\" classname=\"schemefmt\" file=\"{name}\"");
    let result = match (&report.verdict, report.findings.first()) {
        (FileVerdict::Examined(Outcome::LeftAlone { reason, .. }), _) if element == SKIPPED => {
            format!("<{element} message=\"{}\"/>", attribute(reason))
        }
        (_, None) => return format!("    {case}/>\n"),
        (_, Some(_)) if element == OUTPUT => format!("<{element}>{body}</{element}>"),
        (_, Some(first)) => {
            let (code, message) = (first.code, attribute(&first.message));
            format!("<{element} type=\"{code}\" message=\"{message}\">{body}</{element}>")
        }
    };
    format!("    {case}>\n      {result}\n    </testcase>\n")
}

/// Everything there is to say about a file: its diff if that was asked for, otherwise the places to change and their
/// replacements.
fn body(report: &Report, path: &str) -> String {
    let mut body = String::new();
    let is_told = |finding: &&Finding| report.diff.is_empty() || finding.code != UNFORMATTED;
    for finding in report.findings.iter().filter(is_told) {
        body.push_str(path);
        if let Some((first, last)) = finding.region.map(|region| region.lines()) {
            let _ = write!(body, ":{first}");
            if last > first {
                let _ = write!(body, "-{last}");
            }
        }
        let _ = writeln!(body, ": {}", finding.message);
        for (at, what) in &finding.related {
            let _ = writeln!(body, "{path}:{}: {what}", at.start.line);
        }
        for line in finding.note.iter().chain(&finding.replacement) {
            let end = if line.ends_with('\n') { "" } else { "\n" };
            let _ = write!(body, "{line}{end}");
        }
    }
    body.push_str(&String::from_utf8_lossy(&report.diff));
    body
}
