//! Checkstyle XML, which Jenkins, reviewdog and many others read.

use super::xml::attribute;
use super::{Finding, Report};
use crate::cli::region::Region;

/// The whole document.
pub(super) fn render(reports: &[Report]) -> String {
    let mut document =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n".to_owned();
    for report in reports.iter().filter(|report| !report.findings.is_empty()) {
        let path = report.plain_path();
        document.push_str(&format!("  <file name=\"{}\">\n", attribute(&path)));
        document.extend(report.findings.iter().map(error));
        document.push_str("  </file>\n");
    }
    document.push_str("</checkstyle>\n");
    document
}

fn error(finding: &Finding) -> String {
    let severity = finding.level();
    let start = |region: Region| (region.start.line, region.start.column);
    let (line, column) = finding.region.map_or((1, 1), start);
    let (message, code) = (attribute(&finding.message), finding.code);
    format!(
        "    <error line=\"{line}\" column=\"{column}\" severity=\"{severity}\" message=\"{message}\" source=\"schemefmt.{code}\"/>\n"
    )
}
