"""Whether others can read the reports: python3 .ci/reports.py PROGRAM

The readers are in PATH: check-jsonschema, xmllint and sarif-multitool. What the reports say of which file is in the transcripts in tests/cmd;
here the fixes of the SARIF report are applied as well, and have to give what the program writes.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

PROGRAM = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
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
READERS = {
    "json": ["python3", "-m", "json.tool"],
    "gitlab": ["check-jsonschema", "--schemafile", f"{HERE}/gitlab.json"],
    "sarif": ["sarif-multitool", "validate"],
    "checkstyle": ["xmllint", "--noout", "--schema", f"{HERE}/checkstyle.xsd"],
    "junit": ["xmllint", "--noout", "--schema", f"{HERE}/junit.xsd"],
}


def report(folder, kind):
    """The path of a report on the files of a folder, some of which cannot be read."""
    done = subprocess.run([PROGRAM, "--check", "--output-format", kind, "."], cwd=folder, capture_output=True)
    assert done.returncode == 2, (kind, done)
    path = os.path.join(folder, f"report.{kind}")
    with open(path, "wb") as file:
        file.write(done.stdout)
    return path


def read(kind, path):
    """Has a reader check a report. The validator of SARIF counts what it finds as no failure of its own."""
    done = subprocess.run([*READERS[kind], path], capture_output=True, text=True)
    assert done.returncode == 0 and ": error " not in done.stdout, (kind, done.stdout, done.stderr)
    print(f"{kind}: read by {READERS[kind][0]}")


def apply_fixes(path):
    """The texts of the files with all fixes of a SARIF report applied, the last one first, so that the places of the others hold."""
    with open(path, encoding="utf-8") as file:
        (run,) = json.load(file)["runs"]
    replacements = collections.defaultdict(list)
    for (change,) in (fix["artifactChanges"] for result in run["results"] for fix in result.get("fixes", [])):
        replacements[urllib.parse.unquote(change["artifactLocation"]["uri"])] += change["replacements"]
    fixed = {}
    for name, changes in replacements.items():
        text = FILES[name]
        starts = [0] + [at + 1 for at, character in enumerate(text) if character == "\n"]
        for change in reversed(changes):
            region = change["deletedRegion"]
            start, end = (starts[region[f"{edge}Line"] - 1] + region[f"{edge}Column"] - 1 for edge in ("start", "end"))
            text = text[:start] + change["insertedContent"]["text"] + text[end:]
        fixed[name] = text
    return fixed


with tempfile.TemporaryDirectory() as folder:
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
    for kind in READERS:
        read(kind, report(folder, kind))
    fixed = apply_fixes(os.path.join(folder, "report.sarif"))
    assert sorted(fixed) == ["50% of, a:b.scm", "a.scm", "crlf.scm", "several.scm"], fixed
    for name, text in fixed.items():
        written = subprocess.run([PROGRAM, "-"], input=FILES[name].encode(), capture_output=True, check=True).stdout
        assert written.decode() == text, (name, written, text)
    print(f"sarif: its fixes format {len(fixed)} files")
