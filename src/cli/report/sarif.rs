//! SARIF 2.1.0. <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::{Finding, Report, UNFORMATTED, below_here, findings};
use crate::cli::region::Region;

/// A log with one run.
pub(super) fn render(reports: &[Report]) -> String {
    let codes: BTreeSet<&str> = findings(reports).map(|(_, finding)| finding.code).collect();
    let results =
        findings(reports).map(|(report, finding)| result(&below_here(&report.path), finding));
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "schemefmt",
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    });
    format!("{document:#}\n")
}

fn rule(code: &str) -> Value {
    let about = match code {
        UNFORMATTED => "These lines are not in the canonical form.",
        _ => "A problem with the file.",
    };
    json!({ "id": code, "shortDescription": { "text": about } })
}

fn result(path: &Path, finding: &Finding) -> Value {
    let mut text = finding.message.clone();
    text.extend(finding.note.iter().map(|note| format!(". {note}")));
    let mut result = json!({
        "ruleId": finding.code,
        "level": finding.level(),
        "message": { "text": text },
        "locations": [location(path, finding.region.as_ref(), None)],
    });
    if !finding.related.is_empty() {
        let related = finding
            .related
            .iter()
            .map(|(at, what)| location(path, Some(at), Some(what)));
        result["relatedLocations"] = related.collect();
    }
    if let (Some(at), Some(text)) = (&finding.region, &finding.replacement) {
        result["fixes"] = json!([fix(path, at, text)]);
    }
    result
}

/// The fix that replaces a region by a text.
fn fix(path: &Path, at: &Region, text: &str) -> Value {
    json!({
        "description": { "text": "Format these lines." },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(path) },
            "replacements": [{
                "deletedRegion": region(at),
                "insertedContent": { "text": text },
            }],
        }],
    })
}

fn region(region: &Region) -> Value {
    json!({
        "startLine": region.start.line,
        "startColumn": region.start.column,
        "endLine": region.end.line,
        "endColumn": region.end.column,
    })
}

fn location(path: &Path, at: Option<&Region>, message: Option<&String>) -> Value {
    let mut location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(path) } } });
    if let Some(at) = at {
        location["physicalLocation"]["region"] = region(at);
    }
    if let Some(message) = message.filter(|message| !message.is_empty()) {
        location["message"] = json!({ "text": message });
    }
    location
}

/// The path as a relative reference, or as a `file:` URI if it is absolute (RFC 3986 §4.2: the first segment must not
/// contain a colon).
fn uri(path: &Path) -> String {
    let prefix = if path.is_absolute() { "file://" } else { "" };
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    let escaped = bytes.map(|&byte| match byte {
        b'\\' if cfg!(windows) => "/".to_owned(),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    format!("{prefix}{}", escaped.collect::<String>())
}
