//! One JSON object: `version`, `summary` with counts, and `files`, each with `path`, `status`, `findings` and,
//! under `--diff`, `diff`.
//! A finding that lines are not formatted has these lines as its `region`, and their replacement as `replacement`. Lines
//! and columns count from 1, columns in characters; the end is exclusive. `schemefmt repair` adds `forms`, the unreadable ones, and for
//! standard input `output`, the text after repair.

use std::ops::Range;

use schemefmt::internals::text::lines::Lines;
use schemefmt::internals::text::source::Source;
use schemefmt::{Edit, PossibleRepair, Verdict};
use serde_json::{Value, json};

use super::rendering::Summary;
use super::{FileVerdict, Finding, Report};
use crate::cli::region::Region;
use crate::project::Outcome;

/// The whole report.
pub(super) fn render(reports: &[Report], summary: &Summary) -> String {
    let document = json!({
        "version": 1,
        "summary": {
            "changed": summary.changed,
            "unchanged": summary.unchanged,
            "leftAlone": summary.left_alone,
            "broken": summary.unrepaired,
            "failed": summary.failed + summary.unusable,
        },
        "files": reports.iter().map(file).collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

fn file(report: &Report) -> Value {
    let (status, reason) = match &report.verdict {
        FileVerdict::Examined(Outcome::Unchanged) => ("unchanged", None),
        FileVerdict::Examined(Outcome::Changed) => ("changed", None),
        FileVerdict::Examined(Outcome::LeftAlone { reason, .. }) => ("left-alone", Some(reason)),
        FileVerdict::Examined(Outcome::Unrepaired) => ("broken", None),
        FileVerdict::Examined(Outcome::Failed) | FileVerdict::Unusable => ("failed", None),
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
        file["forms"] = json!(report.forms);
    }
    if let Some(output) = &report.output {
        file["output"] = json!(output);
    }
    file
}

/// The unreadable forms of a text, each with what may repair it.
pub(crate) fn forms(verdicts: &[Verdict], source: &Source<'_>) -> Vec<Value> {
    let lines = Lines::of(&source.text);
    let region = |bytes: &Range<usize>| {
        let range = source.span_of(bytes.clone());
        region(&Region::of(&range, &source.text, &lines))
    };
    let edit = |edit: &Edit| {
        let text = String::from_utf8_lossy(&edit.text);
        json!({ "region": region(&edit.span), "replacement": text })
    };
    let candidate = |candidate: &PossibleRepair| {
        // More digits would be a promise.
        let probability = (1000.0 * candidate.probability).round() / 1000.0;
        let edits: Vec<Value> = candidate.edits.iter().map(edit).collect();
        json!({ "probability": probability, "edits": edits })
    };
    let form = |verdict: &Verdict| {
        let candidates: Vec<Value> = verdict.candidates.iter().map(candidate).collect();
        json!({
            "region": region(&verdict.form),
            "status": if verdict.refusal.is_some() { "broken" } else { "repaired" },
            "reason": verdict.reason,
            "candidates": candidates,
        })
    };
    verdicts.iter().map(form).collect()
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

fn region(region: &Region) -> Value {
    json!({
        "start": { "line": region.start.line, "column": region.start.column },
        "end": { "line": region.end.line, "column": region.end.column },
    })
}
