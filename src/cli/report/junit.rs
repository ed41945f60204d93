//! JUnit XML, which nearly every continuous integration system shows: one test case per file. There is no standard; this is
//! what the parsers of Jenkins, GitLab and Azure have in common.

use std::fmt::Write as _;

use schemefmt::Severity;

use super::xml::{attribute, content};
use super::{FileVerdict, Finding, Report, UNFORMATTED};

/// The result of a test case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CaseResult {
    Passed,
    /// The file is not formatted.
    Failure,
    /// The file could not be formatted.
    Error,
    /// The file was left alone.
    Skipped,
}

/// The whole document.
pub fn render(reports: &[Report]) -> String {
    let cases: Vec<(CaseResult, &Report)> = reports
        .iter()
        // A file that configures others is a test case only if there is something to say about it.
        .filter(|report| report.verdict != FileVerdict::Consulted || !report.findings.is_empty())
        .map(|report| (result(report), report))
        .collect();
    let count = |wanted| cases.iter().filter(|(found, _)| *found == wanted).count();
    let counts = format!(
        "name=\"schemefmt\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        cases.len(),
        count(CaseResult::Failure),
        count(CaseResult::Error),
        count(CaseResult::Skipped),
    );
    let mut document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite {counts}>\n"
    );
    document.extend(
        cases
            .into_iter()
            .map(|(result, report)| case(result, report)),
    );
    document.push_str("  </testsuite>\n</testsuites>\n");
    document
}

fn result(report: &Report) -> CaseResult {
    let errors = report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let (unformatted, others): (Vec<_>, Vec<_>) =
        errors.partition(|error| error.code == UNFORMATTED);
    match &report.verdict {
        _ if !others.is_empty() => CaseResult::Error,
        _ if !unformatted.is_empty() => CaseResult::Failure,
        FileVerdict::LeftAlone(_) => CaseResult::Skipped,
        _ => CaseResult::Passed,
    }
}

fn case(result: CaseResult, report: &Report) -> String {
    let path = report.plain_path();
    let (name, body) = (attribute(&path), content(&body(report, &path)));
    let element = match (result, &report.verdict, report.findings.first()) {
        (CaseResult::Skipped, FileVerdict::LeftAlone(why), _) => {
            format!("<skipped message=\"{}\"/>", attribute(&why.reason))
        }
        (CaseResult::Failure, _, Some(first)) => failure("failure", first, &body),
        (CaseResult::Error, _, Some(first)) => failure("error", first, &body),
        (_, _, Some(_)) => format!("<system-out>{body}</system-out>"),
        (_, _, None) => String::new(),
    };
    let case = format!("<testcase name=\"{name}\" classname=\"schemefmt\" file=\"{name}\"");
    match element.as_str() {
        "" => format!("    {case}/>\n"),
        element => format!("    {case}>\n      {element}\n    </testcase>\n"),
    }
}

fn failure(element: &str, first: &Finding, body: &str) -> String {
    let message = attribute(&first.message);
    format!(
        "<{element} type=\"{}\" message=\"{message}\">{body}</{element}>",
        first.code
    )
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
