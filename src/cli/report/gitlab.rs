//! GitLab's code quality report. <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>
//!
//! It has no room for replacements.

use std::collections::HashMap;

use serde_json::{Value, json};

use schemefmt::Severity;

use super::{Finding, Report, findings};

/// A JSON list with an object for each finding.
pub(super) fn render(reports: &[Report]) -> String {
    let mut met = HashMap::new();
    let issues: Vec<Value> = findings(reports)
        .map(|(report, finding)| {
            let path = report.plain_path();
            let mut what = [&path, finding.code, &finding.message].join("\0");
            what.extend(finding.replacement.iter().map(|text| format!("\0{text}")));
            // Identical findings about a file are distinguished by their number.
            let number = met.entry(what.clone()).or_insert(0);
            let fingerprint = fingerprint(&format!("{what}\0{number}"));
            *number += 1;
            issue(&path, finding, &fingerprint)
        })
        .collect();
    format!("{:#}\n", Value::from(issues))
}

fn issue(path: &str, finding: &Finding, fingerprint: &str) -> Value {
    let severity = match finding.severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
    };
    let (first, last) = finding.region.map_or((1, 1), |region| region.lines());
    json!({
        "description": finding.message,
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {
            "path": path,
            "lines": { "begin": first, "end": last },
        },
    })
}

/// A hash that stays the same from run to run and from version to version: FNV-1a. It does not include the line, so a
/// finding that moves is still the same finding.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
