"""Whether every package that this one is made from comes from crates.io under a licence that .ci/deny.toml allows."""

import json
import re
import subprocess
import sys
import tomllib

with open(".ci/deny.toml", "rb") as file:
    ALLOWED = set(tomllib.load(file)["licenses"]["allow"])
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"


def is_allowed(expression):
    """Whether an SPDX expression can be met: a name in it is true if it is allowed. Some packages write `/` for OR."""
    names = r"[\w.+-]+(?: WITH [\w.+-]+)?"
    words = re.findall(rf"[()]|{names}", expression.replace("/", " OR "))
    as_python = {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    return eval(" ".join(as_python.get(word, str(word in ALLOWED)) for word in words))


command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
packages = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["packages"]
wrong = [
    f"{package['name']} {package['version']}: {package['license']}, from {package['source']}"
    for package in packages
    if package["source"] != CRATES_IO and package["source"] is not None or not is_allowed(package["license"] or "unknown")
]
print(f"{len(packages)} packages, {len(wrong)} of them not allowed", *wrong, sep="\n")
sys.exit(bool(wrong))
