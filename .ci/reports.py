"""Reads every report format with a parser that is not ours: python3 .ci/reports.py PROGRAM SARIF-SCHEMA"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree

import jsonschema

PROGRAM = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))

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
                "properties": {"lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer", "minimum": 1}}}},
            },
        },
    },
}


def run(folder, report, status=2):
    command = [PROGRAM, "--check", "--output-format", report, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True)
    assert done.returncode == status, (report, done)
    return done.stdout.decode()


def check_json(text):
    report = json.loads(text)
    assert report["summary"] == {"changed": len(CHANGED), "unchanged": 1, "leftAlone": 1, "failed": 2}, report["summary"]
    assert len(report["files"]) == len(FILES)
    places = {file["path"]: [finding["region"]["start"]["line"] for finding in file["findings"]] for file in report["files"]}
    assert {name: places[name] for name in PLACES} == PLACES, places
    # Where an error is told is no matter of the format.
    PLACES.update(places)
    return f"{len(report['files'])} files"


def check_gitlab(text):
    report = json.loads(text)
    jsonschema.validate(report, GITLAB)
    fingerprints = {issue["fingerprint"] for issue in report}
    assert len(fingerprints) == len(report)
    told(((issue["location"]["path"], issue["location"]["lines"]["begin"]) for issue in report))
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
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    told((urllib.parse.unquote(place["artifactLocation"]["uri"]), place["region"]["startLine"]) for place in places)
    fixed = apply_fixes(run["results"])
    for name in CHANGED:
        done = subprocess.run([PROGRAM, "-"], input=FILES[name].encode(), capture_output=True, check=True)
        assert fixed[name] == done.stdout.decode(), (name, fixed[name], done.stdout)
    return f"{len(run['results'])} results, valid by the schema and read by sarif-tools; their fixes applied, the files are formatted"


def apply_fixes(results):
    """The texts of the files after all fixes, the last one of a file first, so that the others stay where they are."""
    replacements = {}
    for result in results:
        for fix in result.get("fixes", []):
            (change,) = fix["artifactChanges"]
            name = urllib.parse.unquote(change["artifactLocation"]["uri"])
            replacements.setdefault(name, []).extend(change["replacements"])
    fixed = {}
    for name, of_file in replacements.items():
        text = FILES[name]
        starts = [0] + [line_end + 1 for line_end, character in enumerate(text) if character == "\n"]
        offset = lambda region, end: starts[region[end + "Line"] - 1] + region[end + "Column"] - 1
        for replacement in reversed(of_file):
            region = replacement["deletedRegion"]
            text = text[: offset(region, "start")] + replacement["insertedContent"]["text"] + text[offset(region, "end") :]
        fixed[name] = text
    return fixed


def check_checkstyle(text):
    root = valid(text, "checkstyle.xsd")
    places = [(file.get("name"), int(error.get("line"))) for file in root for error in file]
    told(places)
    return f"{len(places)} errors in {len(root)} files, valid by the schema"


def check_junit(text):
    (suite,) = valid(text, "junit.xsd")
    outcomes = {case.get("name"): [element.tag for element in case] for case in suite}
    expected = {name: ["failure"] for name in CHANGED}
    expected |= {"good.scm": [], "manual.scm": ["skipped"], "unclosed.scm": ["error"], "mismatched.scm": ["error"]}
    assert outcomes == expected, outcomes
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": str(len(FILES)), "failures": str(len(CHANGED)), "errors": "2", "skipped": "1"}, counts
    assert all(f"{name}:{line}" in "".join(suite.itertext()) for name in CHANGED for line in PLACES[name])
    return f"{len(suite)} cases, valid by the schema"


def valid(text, schema):
    subprocess.run(["xmllint", "--noout", "--schema", os.path.join(HERE, schema), "-"], input=text.encode(), check=True, stderr=subprocess.PIPE)
    return xml.etree.ElementTree.fromstring(text)


def told(places):
    """A finding for each place, and no other."""
    expected = [(name, line) for name, lines in PLACES.items() for line in lines]
    places = list(places)
    assert sorted(places) == sorted(expected), places


def check_github(text):
    # As the runner reads it: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
    command = re.compile(r"^::(error|warning) ([^:]*)::(.*)$")
    places = []
    for line in text.splitlines():
        kind, properties, message = command.match(line).groups()
        properties = dict(property.split("=", 1) for property in properties.split(","))
        assert os.path.exists(os.path.join(FOLDER, unescaped(properties["file"]))), properties
        assert int(properties.get("line", 1)) <= int(properties.get("endLine", 1)), properties
        assert kind and message
        places.append((unescaped(properties["file"]), int(properties["line"])))
    told(places)
    return f"{len(places)} annotations"


def check_many():
    """Of many files, GitHub's report shows what there is room for and lists the others; the other formats have all."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(400):
            with open(os.path.join(folder, f"{number}.scm"), "w", encoding="utf-8") as file:
                file.write("(f   x)\n(good)\n(g   x)\n")
        lines = run(folder, "github", status=1).splitlines()
        assert sum(line.startswith("::error ") for line in lines) == 10
        assert len({line.split(",")[0] for line in lines[:10]}) == 10
        assert sum(line.startswith("- ") for line in lines) == 790
        assert "790" in lines[-1] and lines[-1].startswith("::notice ")
        assert len(json.loads(run(folder, "gitlab", status=1))) == 800
        assert len(json.loads(run(folder, "sarif", status=1))["runs"][0]["results"]) == 800
        assert len(valid(run(folder, "junit", status=1), "junit.xsd")[0]) == 400
        assert len(valid(run(folder, "checkstyle", status=1), "checkstyle.xsd").findall("./file/error")) == 800
    return "10 annotations for 800 places in 400 files, 790 lines in the log"


def unescaped(text):
    for escape, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escape, character)
    return text


FILES = {
    "good.scm": "(define (square x)\n  (* x x))\n",
    "a.scm": "(define (square x)   (* x x))\n",
    "50% of, a:b.scm": "(foo   <&>)\n",
    "several.scm": "(f   x)\n\n\n\n(good λ)\n(define x\n(λ (y)\n    y))",
    "crlf.scm": "(good)\r\n(f\r\n x)\r\n",
    "manual.scm": "#lang scribble/manual\n@title{x}\n",
    "unclosed.scm": '(define (f x)\n  (g "<&>")\n',
    "mismatched.scm": "(let ([x 1)]\n  x)\n",
}
# The first line of each finding that lines are not formatted.
PLACES = {
    "good.scm": [],
    "a.scm": [1],
    "50% of, a:b.scm": [1],
    "several.scm": [1, 4, 6],
    "crlf.scm": [2],
    "manual.scm": [],
}
CHANGED = ["a.scm", "50% of, a:b.scm", "several.scm", "crlf.scm"]

with tempfile.TemporaryDirectory() as FOLDER:
    for name, text in FILES.items():
        with open(os.path.join(FOLDER, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
    for report in ("json", "github", "gitlab", "sarif", "checkstyle", "junit"):
        print(f"{report}: {globals()['check_' + report](run(FOLDER, report))}")
print(f"many: {check_many()}")
