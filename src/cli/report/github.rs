//! Workflow commands of GitHub Actions, which become annotations of the files in a pull request.
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>

use schemefmt::diagnostics::Severity;

use super::{Finding, Report, below_here, shown};

/// One line for each finding.
pub fn render(reports: &[Report]) -> String {
    let lines = reports.iter().flat_map(|report| {
        let path = shown(&below_here(&report.path));
        report
            .findings
            .iter()
            .map(move |finding| annotation(&path, finding))
    });
    lines.collect()
}

fn annotation(path: &str, finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let region = finding.region.map_or(String::new(), |region| {
        // Columns make sense to it within one line only, and its end is inclusive.
        let last_line = if region.end.1 == 1 {
            region.end.0 - 1
        } else {
            region.end.0
        };
        let last_line = last_line.max(region.start.0);
        let columns = if region.start.0 == region.end.0 {
            let last = (region.end.1 - 1).max(region.start.1);
            format!(",col={},endColumn={last}", region.start.1)
        } else {
            String::new()
        };
        format!(",line={},endLine={last_line}{columns}", region.start.0)
    });
    let mut message = finding.message.clone();
    message.extend(
        finding.related.iter().map(|(region, what)| {
            format!("\n{path}:{}:{}: {what}", region.start.0, region.start.1)
        }),
    );
    message.extend(finding.note.iter().map(|note| format!("\n{note}")));
    let title = format!("schemefmt {}", finding.code);
    let (path, title) = (property(path), property(&title));
    format!(
        "::{command} file={path}{region},title={title}::{}\n",
        data(&message)
    )
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
