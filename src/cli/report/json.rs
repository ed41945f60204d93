//! One JSON object: `version`, `summary` with counts, and `files`, each with `path`, `status`, `findings` and,
//! under `--diff`, `diff`.
//! A finding that lines are not formatted has these lines as its `region`, and their replacement as `replacement`. Lines
//! and columns count from 1, columns in characters; the end is exclusive. `schemefmt repair` adds `forms`, the broken ones, and for
//! standard input `output`, the text after repair.

use serde_json::{Value, json};

use super::{BrokenForm, FileVerdict, Finding, Report, Summary};
use crate::cli::span::Span;

/// The whole report.
pub fn render(reports: &[Report], summary: &Summary) -> String {
    let document = json!({
        "version": 1,
        "summary": {
            "changed": summary.changed,
            "unchanged": summary.unchanged,
            "leftAlone": summary.left_alone,
            "broken": summary.broken,
            "failed": summary.failed + summary.unusable,
        },
        "files": reports.iter().map(file).collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

fn file(report: &Report) -> Value {
    let (status, reason) = match &report.verdict {
        FileVerdict::Unchanged => ("unchanged", None),
        FileVerdict::Changed => ("changed", None),
        FileVerdict::LeftAlone(why) => ("left-alone", Some(&why.reason)),
        FileVerdict::Broken => ("broken", None),
        FileVerdict::Failed | FileVerdict::Unusable => ("failed", None),
        FileVerdict::Consulted => ("consulted", None),
    };
    let mut file = json!({
        "path": report.plain_path(),
        "status": status,
        "reason": reason,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "diff": (!report.diff.is_empty()).then(|| String::from_utf8_lossy(&report.diff)),
    });
    if !report.forms.is_empty() {
        file["forms"] = report.forms.iter().map(form).collect();
    }
    if let Some(output) = &report.output {
        file["output"] = json!(output);
    }
    file
}

fn form(form: &BrokenForm) -> Value {
    let edit = |(at, new): &(Span, String)| json!({ "region": region(at), "replacement": new });
    let candidates = form.candidates.iter().map(|(probability, edits)| {
        // More digits would be a promise.
        let probability = (1000.0 * probability).round() / 1000.0;
        json!({ "probability": probability, "edits": edits.iter().map(edit).collect::<Vec<_>>() })
    });
    json!({
        "region": region(&form.region),
        "status": if form.refusal.is_some() { "broken" } else { "repaired" },
        "reason": form.refusal,
        "candidates": candidates.collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Value {
    let related = finding
        .related
        .iter()
        .map(|(at, message)| json!({ "message": message, "region": region(at) }));
    json!({
        "code": finding.code,
        "severity": finding.level(),
        "message": finding.message,
        "region": finding.region.as_ref().map(region),
        "replacement": finding.replacement,
        "related": related.collect::<Vec<_>>(),
        "note": finding.note,
    })
}

fn region(region: &Span) -> Value {
    json!({
        "start": { "line": region.start.line, "column": region.start.column },
        "end": { "line": region.end.line, "column": region.end.column },
    })
}
