//! Checkstyle's XML, which Jenkins, reviewdog and many others read.

use schemefmt::diagnostics::Severity;

use super::{Finding, Report, below_here, shown};

/// The whole document.
pub fn render(reports: &[Report]) -> String {
    let mut document =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n".to_owned();
    for report in reports.iter().filter(|report| !report.findings.is_empty()) {
        let path = shown(&below_here(&report.path));
        document.push_str(&format!("  <file name=\"{}\">\n", escaped(&path)));
        document.extend(report.findings.iter().map(error));
        document.push_str("  </file>\n");
    }
    document.push_str("</checkstyle>\n");
    document
}

fn error(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let (line, column) = finding.region.map_or((1, 1), |region| region.start);
    let (message, code) = (escaped(&finding.message), finding.code);
    format!(
        "    <error line=\"{line}\" column=\"{column}\" severity=\"{severity}\" message=\"{message}\" source=\"schemefmt.{code}\"/>\n"
    )
}

/// Text for an attribute. What XML 1.0 cannot hold at all becomes U+FFFD.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\t' | '\n' | '\r' => format!("&#{};", u32::from(c)),
            '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}'.to_string(),
            _ => c.to_string(),
        })
        .collect()
}
