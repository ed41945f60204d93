"""Reads every report format with a parser that is not ours: python3 .ci/reports.py PROGRAM SARIF-SCHEMA"""

import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import jsonschema

PROGRAM = os.path.abspath(sys.argv[1])

with open(sys.argv[2], encoding="utf-8") as schema:
    SARIF = json.load(schema)

# https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {"lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}},
            },
        },
    },
}


def run(folder, report):
    command = [PROGRAM, "--check", "--output-format", report, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True)
    assert done.returncode == 2, (report, done)
    return done.stdout.decode()


def check_json(text):
    report = json.loads(text)
    assert report["summary"] == {"changed": 2, "unchanged": 1, "leftAlone": 0, "failed": 2}, report["summary"]
    assert len(report["files"]) == 5
    return f"{len(report['files'])} files"


def check_gitlab(text):
    report = json.loads(text)
    jsonschema.validate(report, GITLAB)
    fingerprints = {issue["fingerprint"] for issue in report}
    assert len(fingerprints) == len(report) == 4
    return f"{len(report)} issues"


def check_sarif(text):
    report = json.loads(text)
    validator = jsonschema.validators.validator_for(SARIF)
    validator(SARIF, format_checker=validator.FORMAT_CHECKER).validate(report)
    (run,) = report["runs"]
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert all(result["ruleId"] in rules for result in run["results"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.sarif")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run(["sarif", "summary", path], check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run(["sarif", "csv", "-o", path + ".csv", path], capture_output=True, text=True)
        assert listed.returncode == 0, listed
    return f"{len(run['results'])} results, valid by the schema and read by sarif-tools"


def check_checkstyle(text):
    subprocess.run(["xmllint", "--noout", "-"], input=text.encode(), check=True)
    root = xml.etree.ElementTree.fromstring(text)
    errors = root.findall("./file/error")
    assert root.tag == "checkstyle" and len(errors) == 4
    for error in errors:
        assert int(error.get("line")) > 0 and int(error.get("column")) > 0
        assert error.get("severity") in ("error", "warning", "info") and error.get("message")
    return f"{len(errors)} errors in {len(root)} files"


def check_github(text):
    # As the runner reads it: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
    command = re.compile(r"^::(error|warning) ([^:]*)::(.*)$")
    for line in text.splitlines():
        kind, properties, message = command.match(line).groups()
        properties = dict(property.split("=", 1) for property in properties.split(","))
        assert os.path.exists(os.path.join(FOLDER, unescaped(properties["file"]))), properties
        assert int(properties.get("line", 1)) <= int(properties.get("endLine", 1)), properties
        assert kind and message
    assert text.count("\n") == 4
    return f"{len(text.splitlines())} annotations"


def unescaped(text):
    for escape, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escape, character)
    return text


with tempfile.TemporaryDirectory() as FOLDER:
    for name, text in {
        "good.scm": "(define (square x)\n  (* x x))\n",
        "a.scm": "(define (square x)   (* x x))\n",
        "50% of, a:b.scm": "(foo   <&>)\n",
        "unclosed.scm": '(define (f x)\n  (g "<&>")\n',
        "mismatched.scm": "(let ([x 1)]\n  x)\n",
    }.items():
        with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
            file.write(text)
    for report in ("json", "github", "gitlab", "sarif", "checkstyle"):
        print(f"{report}: {globals()['check_' + report](run(FOLDER, report))}")
