//! `schemefmt repair`, by its status and its report.

use std::fs;

use super::{Folder, piped};

/// A program that makes the edits needs all of them.
#[test]
fn all_repairs_are_reported_as_json() {
    let folder = Folder::new();
    folder.write("a.scm", "(define (f x)\n  (g x)\n\n".repeat(60));
    let ran = folder.run(["repair", "--check", "--output-format", "json", "a.scm"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out()).unwrap();
    let count = |of: &str| report["files"][0][of].as_array().unwrap().len();
    assert_eq!((count("findings"), count("forms")), (60, 60));
}

#[test]
fn repair_reports_what_formatting_refuses() {
    let folder = Folder::new();
    folder.write("a.scm", "(a  b)\n|;|\\");
    let ran = folder.run(["repair", "a.scm"]);
    assert!(ran.err().contains("error[ambiguous]"), "{}", ran.err());
    ran.ends(2);
}

/// A broken text, the same after repair, and one that cannot be repaired.
const BROKEN: &str =
    "(define (f x)\n  (let ((y (g x)))\n    (h y x))\n\n(define (g x)\n  (car (cdr x)))\n";

const REPAIRED: &str =
    "(define (f x)\n  (let ((y (g x)))\n    (h y x)))\n\n(define (g x)\n  (car (cdr x)))\n";

const UNSURE: &str = "(define (foo x)\n  (bar (if x\n           y\n           z w)\n  (list x))\n";

#[test]
fn a_repair_ends_with_its_own_status() {
    let folder = Folder::new();
    folder.write("broken.scm", BROKEN);
    folder.write("unsure.scm", UNSURE);
    folder.write("sound.scm", REPAIRED);
    folder.run(["repair", "--check", "sound.scm"]).ends(0);
    folder.run(["repair", "--check", "."]).ends(3);
    folder.run(["repair", "--check", "broken.scm"]).ends(1);
    folder.run(["repair", "--diff", "broken.scm"]).ends(1);
    assert_eq!(folder.read("broken.scm"), BROKEN);
    folder.run(["repair", "."]).ends(3);
    assert_eq!(folder.read("broken.scm"), REPAIRED);
    assert_eq!(folder.read("unsure.scm"), UNSURE);
    folder.run(["repair", "broken.scm", "sound.scm"]).ends(0);
    // What is certain in a text is repaired, whatever else is wrong in it.
    folder.write("both.scm", format!("{BROKEN}\n{UNSURE}"));
    folder.run(["repair", "both.scm"]).ends(3);
    assert_eq!(folder.read("both.scm"), format!("{REPAIRED}\n{UNSURE}"));
}

#[test]
fn invalid_configuration_prevents_repair() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    folder.write("sub/schemefmt.toml", "line-width = true\n");
    folder.write("sub/broken.scm", BROKEN);
    for arguments in [&["repair", "sub"][..], &["repair", "sub/broken.scm"]] {
        folder.run(arguments).ends(2).says("schemefmt.toml");
    }
    let filter = ["repair", "--stdin-filepath", "sub/a.scm", "-"];
    piped(&folder, &filter, BROKEN.as_bytes()).ends(2);
    assert_eq!(folder.read("sub/broken.scm"), BROKEN);
}

#[test]
fn filter_repairs_certain_forms() {
    let folder = Folder::new();
    let filter = |arguments: &[&str], input: &str, status| {
        let arguments = [&["repair"], arguments, &["-"]].concat();
        let ran = piped(&folder, &arguments, input.as_bytes());
        ran.ends(status).out()
    };
    assert_eq!(filter(&[], BROKEN, 0), REPAIRED);
    assert_eq!(filter(&["--lines", "5-6"], BROKEN, 0), BROKEN);
    assert_eq!(filter(&[], REPAIRED, 0), REPAIRED);
    assert_eq!(filter(&[], UNSURE, 3), UNSURE);
    // The report in JSON has the text as well.
    let report = filter(&["--output-format", "json"], BROKEN, 0);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["files"][0]["output"], REPAIRED);
    assert_eq!(filter(&["--check"], BROKEN, 1), "");
    assert!(filter(&["--diff"], BROKEN, 1).contains("+    (h y x)))"));
}

#[test]
fn repair_edits_are_reported_as_json() {
    let folder = Folder::new();
    folder.write("both.scm", format!("{BROKEN}\n{UNSURE}"));
    let ran = folder.run(["repair", "--check", "--output-format", "json", "both.scm"]);
    let report: serde_json::Value = serde_json::from_slice(&ran.ends(3).0.stdout).unwrap();
    let findings = &report["files"][0]["findings"];
    let place = |line, column| {
        let place = serde_json::json!({ "line": line, "column": column });
        serde_json::json!({ "start": place, "end": place })
    };
    assert_eq!(findings[0]["code"], "repaired");
    assert_eq!(findings[0]["region"], place(3, 13));
    assert_eq!(findings[0]["replacement"], ")");
    assert_eq!(findings[1]["code"], "not-repaired");
    assert!(findings[1]["replacement"].is_null());
    assert!(!findings[1]["related"].as_array().unwrap().is_empty());
    let forms = &report["files"][0]["forms"];
    assert_eq!(forms[0]["status"], "repaired");
    assert_eq!(
        forms[0]["candidates"][0]["edits"][0]["region"],
        place(3, 13)
    );
    assert_eq!(forms[1]["reason"], "ambiguous");
    let probability = &forms[1]["candidates"][0]["probability"];
    assert!((0.01..0.9).contains(&probability.as_f64().unwrap()));
}
