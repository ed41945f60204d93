//! Workflow commands of GitHub Actions, which become annotations on the files of a pull request.
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>
//!
//! An annotation is plain text: it can show a replacement, but it cannot be applied. GitHub shows a limited number of
//! annotations of each kind per step, and silently drops the others. So we choose them here, and list the rest in the log.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{Finding, Report, UNFORMATTED};

/// The number of annotations of each kind that are shown for one step.
/// <https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations>
const MAX: usize = 10;

/// The number of lines of a replacement that an annotation shows.
const MAX_LINES: usize = 20;

/// One line for each finding for which there is room, and a list of the others.
pub(super) fn render(reports: &[Report]) -> String {
    let mut findings: Vec<(usize, String, &Finding)> = Vec::new();
    for report in reports {
        let path = report.plain_path();
        let mut hunks = 0;
        for finding in &report.findings {
            // First what cannot be formatted, then one run of unformatted lines in each file, then a second one.
            hunks += usize::from(finding.code == UNFORMATTED);
            findings.push((hunks, path.clone(), finding));
        }
    }
    findings.sort_by_key(|(turn, ..)| *turn);
    let mut counts = HashMap::new();
    let (annotated, rest): (Vec<_>, Vec<_>) = findings.iter().partition(|(_, _, finding)| {
        let count = counts.entry(finding.level()).or_insert(0);
        *count += 1;
        *count <= MAX
    });
    let annotated = annotated.into_iter();
    let mut out: String = annotated
        .map(|(_, path, it)| annotation(path, it))
        .collect();
    if rest.is_empty() {
        return out;
    }
    let left_out = format!("findings without an annotation: {}", rest.len());
    let _ = writeln!(out, "::group::{left_out}");
    for (_, path, finding) in &rest {
        let line = finding
            .region
            .map_or(String::new(), |region| format!(":{}", region.start.line));
        // A line of a log that starts with a dash is not a command, but the older commands can occur anywhere in a line.
        let text = data(&format!("{path}{line}: {}", finding.message)).replace("##[", "##%5B");
        let _ = writeln!(out, "- {text}");
    }
    let _ = writeln!(out, "::endgroup::");
    let _ = writeln!(
        out,
        "::notice title=schemefmt::{left_out}; the log of this step lists them"
    );
    out
}

fn annotation(path: &str, finding: &Finding) -> String {
    let command = finding.level();
    let region = finding.region.map_or(String::new(), |region| {
        let (first, last) = region.lines();
        // Columns are meaningful within one line only, and the end is inclusive.
        let columns = if first == region.end.line {
            let last = (region.end.column - 1).max(region.start.column);
            format!(",col={},endColumn={last}", region.start.column)
        } else {
            String::new()
        };
        format!(",line={first},endLine={last}{columns}")
    });
    let mut message = finding.message.clone();
    message.extend(finding.related.iter().map(|(region, what)| {
        format!(
            "\n{path}:{}:{}: {what}",
            region.start.line, region.start.column
        )
    }));
    message.extend(finding.note.iter().map(|note| format!("\n{note}")));
    message.extend(finding.replacement.as_deref().map(replacement));
    let title = format!("schemefmt {}", finding.code);
    let (path, title) = (property(path), property(&title));
    format!(
        "::{command} file={path}{region},title={title}::{}\n",
        data(&message)
    )
}

/// The replacement that schemefmt would make, as far as it is worth showing.
fn replacement(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(MAX_LINES + 1).collect();
    if lines.iter().all(|line| line.is_empty()) {
        return String::new();
    }
    if lines.len() > MAX_LINES {
        lines[MAX_LINES] = "...";
    }
    format!(":\n{}", lines.join("\n"))
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
