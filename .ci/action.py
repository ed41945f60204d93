"""Runs the steps of action.yml as GitHub's runner does: python3 .ci/action.py PROGRAM

PROGRAM is what the releases here hold, and what is not released is built; or it is the folder that packages/build writes to, whose archive
and checksum are then released as they are, and nothing is built.
"""

import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import yaml

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
with open(os.path.join(ROOT, "action.yml"), encoding="utf-8") as file:
    ACTION = yaml.safe_load(file)
ARCHIVE = "schemefmt-Linux-X64.tar.gz"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Runner:
    """One machine after another, with a cache that outlives them."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.cache = {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=scratch))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.project = os.path.join(scratch, "project")
        os.makedirs(self.project)
        with open(os.path.join(self.project, "a.scm"), "w", encoding="utf-8") as file:
            file.write("(define (square x)   (* x x))\n")

    def run(self, ref):
        """The names of the steps that were done, the status of the last one, and all that was said."""
        temp = tempfile.mkdtemp(dir=self.scratch)
        values = {
            "github.action_path": ROOT,
            "github.server_url": f"http://127.0.0.1:{self.server.server_port}",
            "github.action_repository": "someone/schemefmt",
            "github.action_ref": ref,
            "runner.temp": temp,
            **{f"inputs.{name}": described["default"] for name, described in ACTION["inputs"].items()},
        }
        done, said, status = [], "", 0
        for step in ACTION["runs"]["steps"]:
            if not self.holds(step.get("if", ""), values):
                continue
            done.append(step["name"])
            if "uses" in step:
                assert step["uses"].startswith("actions/cache@")
                where = {name: self.filled(value, values) for name, value in step["with"].items()}
                if where["key"] in self.cache:
                    shutil.copytree(self.cache[where["key"]], where["path"])
                    values[f"steps.{step['id']}.outputs.cache-hit"] = "true"
                else:
                    self.cache[where["key"]] = where["path"]
                continue
            output = os.path.join(temp, "output")
            open(output, "w", encoding="utf-8").close()
            environment = {name: self.filled(value, values) for name, value in step["env"].items()}
            ended = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.project,
                env={**os.environ, "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "GITHUB_OUTPUT": output, **environment},
                capture_output=True,
                text=True,
            )
            said += ended.stdout + ended.stderr
            with open(output, encoding="utf-8") as lines:
                for name, value in (line.rstrip("\n").split("=", 1) for line in lines):
                    values[f"steps.{step['id']}.outputs.{name}"] = value
            status = ended.returncode
            if status != 0:
                break
        return done, status, said

    def filled(self, text, values):
        return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: values[match.group(1)], text)

    def holds(self, condition, values):
        for part in filter(None, condition.split(" && ")):
            name, comparison, value = part.split(" ")
            if (values.get(name, "") == value.strip("'")) != (comparison == "=="):
                return False
        return True

    def release(self, ref, checksum=None):
        folder = os.path.join(self.scratch, "someone/schemefmt/releases/download", ref)
        os.makedirs(folder)
        if os.path.isdir(PROGRAM):
            for name in (ARCHIVE, ARCHIVE + ".sha256"):
                shutil.copy(os.path.join(PROGRAM, name), folder)
        else:
            subprocess.run(["tar", "-czf", ARCHIVE, "-C", os.path.dirname(PROGRAM), "schemefmt"], cwd=folder, check=True)
            with open(os.path.join(folder, ARCHIVE + ".sha256"), "w", encoding="utf-8") as file:
                subprocess.run(["shasum", "-a", "256", ARCHIVE], cwd=folder, stdout=file, check=True)
        if checksum is not None:
            with open(os.path.join(folder, ARCHIVE + ".sha256"), "w", encoding="utf-8") as file:
                file.write(checksum)


LOOK, CACHE, BUILD, RUN = [step["name"] for step in ACTION["runs"]["steps"]]
with tempfile.TemporaryDirectory() as scratch:
    runner = Runner(scratch)
    runner.release("v1.0.0")
    runner.release("v1.0.1", f"{'0' * 64}  {ARCHIVE}\n")
    released = [
        ("v1.0.0", [LOOK, RUN], 1, "released as v1.0.0"),
        ("v1.0.1", [LOOK], 1, "is not what its checksum says"),
    ]
    built = [
        ("main", [LOOK, CACHE, BUILD, RUN], 1, "is built here"),
        ("main", [LOOK, CACHE, RUN], 1, "is built here"),
    ]
    for ref, steps, status, words in released if os.path.isdir(PROGRAM) else released + built:
        done, ended, said = runner.run(ref)
        assert (done, ended) == (steps, status) and words in said, (ref, done, ended, said)
        assert ("::error file=a.scm,line=1" in said) == (RUN in steps), said
        print(f"{ref}: {', '.join(done)}")
